package server

import "encoding/json"

const manifestName = "manifest.webmanifest"

// What the page and its manifest say of themselves. The colours are those of the light theme in web/static/app.css.
const (
	appName         = "Rangefinder"
	appDescription  = "An explorer and query playground for Azure Table storage that runs in the browser."
	themeColor      = "#17324d"
	backgroundColor = "#f5f6f8"
)

// manifest is what a browser needs to install the page as an application.
type manifest struct {
	Name            string         `json:"name"`
	ShortName       string         `json:"short_name"`
	Description     string         `json:"description"`
	Language        string         `json:"lang"`
	Direction       string         `json:"dir"`
	StartURL        string         `json:"start_url"`
	Scope           string         `json:"scope"`
	Display         string         `json:"display"`
	BackgroundColor string         `json:"background_color"`
	ThemeColor      string         `json:"theme_color"`
	Categories      []string       `json:"categories"`
	Icons           []manifestIcon `json:"icons"`
	Screenshots     []screenshot   `json:"screenshots"`
	Shortcuts       []shortcut     `json:"shortcuts"`
	FileHandlers    []fileHandler  `json:"file_handlers"`
	LaunchHandler   launchHandler  `json:"launch_handler"`
}

type manifestIcon struct {
	Source  string `json:"src"`
	Type    string `json:"type"`
	Sizes   string `json:"sizes"`
	Purpose string `json:"purpose"`
}

// screenshot is shown when a browser offers to install the page.
type screenshot struct {
	Source     string `json:"src"`
	Type       string `json:"type"`
	Sizes      string `json:"sizes"`
	FormFactor string `json:"form_factor"`
	Label      string `json:"label"`
}

// shortcut is in the menu of the installed application's icon.
type shortcut struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

// screenshotFolder holds pictures that only browsers ask for which offer to install the page: they are not stored for use without a
// network.
const screenshotFolder = "screenshots/"

// fileHandler offers the installed application for files: the page takes them like dropped ones.
type fileHandler struct {
	Action string              `json:"action"`
	Accept map[string][]string `json:"accept"`
}

// launchHandler says which window gets them.
type launchHandler struct {
	ClientMode []string `json:"client_mode"`
}

// renderManifest returns the web app manifest. All addresses are relative to it, so that any path prefix works. There is
// no id: a browser resolves it against the origin alone, so two copies under two paths would become one installed program. Without
// one the start address tells programs apart, and that has the path. A shortcut is a link such as the page shows in its own address.
// The icons' addresses carry no version: a new one is a new icon to a browser, which asks the person to agree to it.
func renderManifest() ([]byte, error) {
	return json.MarshalIndent(manifest{
		Name:            appName,
		ShortName:       appName,
		Description:     appDescription,
		Language:        "en",
		Direction:       "ltr",
		StartURL:        "./",
		Scope:           "./",
		Display:         "standalone",
		BackgroundColor: backgroundColor,
		ThemeColor:      themeColor,
		Categories:      []string{"developer", "education", "utilities"},
		Icons: []manifestIcon{
			{"web/icons/icon-192.png", "image/png", "192x192", "any"},
			{"web/icons/icon-512.png", "image/png", "512x512", "any"},
			{"web/icons/icon-maskable-512.png", "image/png", "512x512", "maskable"},
			{"web/icons/icon.svg", "image/svg+xml", "any", "any"},
		},
		Screenshots: []screenshot{
			{"web/" + screenshotFolder + "query.png", "image/png", "1440x900", "wide", "A filter, its plan and the entities it returns"},
			{"web/" + screenshotFolder + "lab.png", "image/png", "1440x900", "wide", "The design lab: what each pattern costs under each design"},
			{"web/" + screenshotFolder + "simulator.png", "image/png", "1440x900", "wide", "The simulator: keys in the order of time, and what is refused"},
		},
		Shortcuts: []shortcut{
			{"Design lab", "./#v=1&t=Movies&screen=lab"},
			{"Simulator", "./#v=1&t=Movies&screen=simulator"},
			{"First lesson", "./#v=1&lesson=four-classes&step=1"},
		},
		FileHandlers: []fileHandler{{"./", map[string][]string{
			"application/x-ndjson":      {".ndjson", ".jsonl"},
			"application/json":          {".json"},
			"text/csv":                  {".csv"},
			"text/tab-separated-values": {".tsv"},
		}}},
		LaunchHandler: launchHandler{[]string{"focus-existing", "auto"}},
	}, "", "\t")
}
