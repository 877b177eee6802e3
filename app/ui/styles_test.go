package ui

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"rangefinder/filterlang"
)

// Ensure that the name of a plan's class styles nothing by itself: the plan strip, the key map and the badges carry it as a
// class, and a rule for some other element of that name would change them.
func TestStyles_PlanClasses(t *testing.T) {
	sheets, err := filepath.Glob("../../web/static/*.css")
	if err != nil || len(sheets) == 0 {
		t.Fatal(sheets, err)
	}
	for _, sheet := range sheets {
		text, err := os.ReadFile(sheet)
		if err != nil {
			t.Fatal(err)
		}
		for class := filterlang.Empty; class <= filterlang.FullScan; class++ {
			if rule := regexp.MustCompile(`(?m)(^|[},>\s])\.` + class.Name() + `(:[^\s{]*)?\s*[{,]`).FindString(string(text)); rule != "" {
				t.Errorf("%s: %q", filepath.Base(sheet), rule)
			}
		}
	}
}
