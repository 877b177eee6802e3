package code

import (
	"rangefinder/app/page"
	"rangefinder/app/querycode"
	"rangefinder/filterlang"
)

// Settings is the language that the dialog begins with: the one chosen last.
func Settings() []page.Setting {
	s := page.Setting{ID: "code", Title: "Language of code", Own: true}
	for _, f := range querycode.Formats(filterlang.Storage) { // all there are
		s.Choices = append(s.Choices, page.Choice{Value: f.ID, Title: f.Title})
	}
	return []page.Setting{s}
}
