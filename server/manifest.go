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
	FileHandlers    []fileHandler  `json:"file_handlers"`
	LaunchHandler   launchHandler  `json:"launch_handler"`
}

type manifestIcon struct {
	Source  string `json:"src"`
	Type    string `json:"type"`
	Sizes   string `json:"sizes"`
	Purpose string `json:"purpose"`
}

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
// no id: it would be resolved against the origin, and two copies under two prefixes would be taken for one; the start
// address serves instead. The icons' addresses carry no version: a new one is a new icon to a browser, which asks the
// person to agree to it.
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
		FileHandlers: []fileHandler{{"./", map[string][]string{
			"application/x-ndjson": {".ndjson", ".jsonl"},
			"application/json":     {".json"},
			"text/csv":             {".csv"},
		}}},
		LaunchHandler: launchHandler{[]string{"focus-existing", "auto"}},
	}, "", "\t")
}
