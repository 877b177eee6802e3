package shell

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"rangefinder/app/keydesign/codegen"
	"rangefinder/app/page"
)

// Ensure that the README is short, and that what it counts and names is what there is: lessons, languages, and the screens beside the
// query.
func TestREADME_Numbers(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Fields(string(b))
	if len(words) > 2000 {
		t.Errorf("the README has %d words, more than the 2,000 that somebody reads", len(words))
	}
	text := strings.Join(words, " ")
	lessons := 0
	for _, g := range courseOf(t).Groups {
		lessons += len(g.Lessons)
	}
	if found := regexp.MustCompile(`is a course of (\d+):`).FindStringSubmatch(text); found == nil || found[1] != strconv.Itoa(lessons) {
		t.Errorf("the README says %q, there are %d lessons", found, lessons)
	}
	var names []string
	for _, l := range codegen.Languages {
		names = append(names, l.String())
	}
	last := len(names) - 1
	if list := strings.Join(names[:last], ", ") + " or " + names[last]; !strings.Contains(text, "makes the keys in "+list) {
		t.Errorf("the README does not say that code comes in %s", list)
	}
	for _, tab := range page.ScreenTabs {
		if !strings.Contains(text, "*"+tab.Title+"*") && tab.Screen != page.QueryScreen {
			t.Errorf("the README does not name the screen %s", tab.Title)
		}
	}
}
