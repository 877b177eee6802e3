package files

import (
	"rangefinder/app/page"
	"rangefinder/engine/interchange"
)

// Settings are what the export dialog begins with: what was exported last.
func Settings() []page.Setting {
	format := page.Setting{ID: "export-format", Title: "Format of exports", Own: true}
	for _, info := range interchange.Formats() {
		if info.Writable && info.Format != interchange.Workspace {
			format.Choices = append(format.Choices, page.Choice{Value: info.Name, Title: info.Name})
		}
	}
	return []page.Setting{format, {ID: "export-formulas", Title: "Formulas in exports", Own: true, Choices: page.Choices("", "With a ' in front", "left", "As they are")}}
}
