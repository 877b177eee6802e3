package settings

import "rangefinder/app/page"

// Theme is the person's choice of colours.
type Theme string

// The themes. System follows the browser.
const (
	System Theme = "system"
	Light  Theme = "light"
	Dark   Theme = "dark"
)

// ThemeOf is the choice of colours that holds.
func ThemeOf(s page.Settings) Theme { return Theme(s.Value("theme")) }

// After is the theme that takes the place of one when it is changed.
func (t Theme) After() Theme { return map[Theme]Theme{System: Light, Light: Dark, Dark: System}[t] }

// Key is where the settings are kept.
const Key = "settings"

// Effects on the page.
type (
	// SetTheme applies and remembers the colours.
	SetTheme struct{ Theme Theme }
	// MarkPage sets data-NAME of the document, for style sheets; "" takes it away.
	MarkPage struct{ Name, Value string }
)

// OfPage are the settings of the page as a whole; features have their own.
func OfPage() []page.Setting {
	return []page.Setting{
		{ID: "theme", Title: "Colours", Choices: page.Choices(string(System), "As the system", string(Light), "Light", string(Dark), "Dark"),
			Apply: func(value string) []page.Cmd { return []page.Cmd{SetTheme{Theme: Theme(value)}} }},
		{ID: "density", Title: "Density", Note: "Height of the rows of grids and lists.", Choices: page.Choices("", "Comfortable", "compact", "Compact"),
			Apply: markPage("density")},
		{ID: "marks", Title: "Type marks", Note: "Writes the type of a value, such as Int64, in front of it in the grid.", Choices: page.Choices("", "Only where it differs from its column", "all", "In every cell"),
			Apply: markPage("marks")},
		{ID: "intro", Title: "Introduction", Note: "The strip above the query that says what a plan is.", Choices: page.Choices("", "Shown", "hidden", "Hidden")},
		{ID: "motion", Title: "Motion", Choices: page.Choices("", "As the system", "reduced", "Reduced"),
			Apply: markPage("motion")},
	}
}

// markPage lets style sheets know a setting, as an attribute of the document.
func markPage(name string) func(string) []page.Cmd {
	return func(value string) []page.Cmd { return []page.Cmd{MarkPage{Name: name, Value: value}} }
}
