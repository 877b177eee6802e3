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

// Ensure that no rule for whatever stands in an element, or for all elements of a tag in it, asks what else that element has: Chromium
// then works out the styles of the whole page, or of all such elements in it, again at each change of any part. The first took 20 of the
// 36 ms that a key in the query line took; the second met 350 of the page's spans for each key.
func TestStyles_HasWhatever(t *testing.T) {
	sheets, err := filepath.Glob("../../web/static/*.css")
	if err != nil || len(sheets) == 0 {
		t.Fatal(sheets, err)
	}
	costly := regexp.MustCompile(`:has\([^{},]*\)[^{},]*[ >+~]\*|:has\([^{}]*\)[^{},()]*[ >+~][a-z][a-z0-9]*(:[a-z-]+)* *[,{]|:has\([^{}]*\)[^{}]*:is\([^()]* [a-z][a-z0-9]*[,)]`)
	for _, sheet := range sheets {
		text, err := os.ReadFile(sheet)
		if err != nil {
			t.Fatal(err)
		}
		for _, rule := range costly.FindAllString(string(text), -1) {
			t.Errorf("%s: %q", filepath.Base(sheet), rule)
		}
	}
}
