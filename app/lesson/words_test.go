package lesson

import (
	"path/filepath"
	"strings"
	"testing"
)

// oldWords are phrases that were in lessons and guide and that a reader had to read twice. Each stands for its kind: what says
// the same again in the same way should be written as one would say it.
var oldWords = []string{
	"what is absent cannot be asked for", "doubles nothing", "words of a calendar", "There is one order, and it rises", "it helps who", "is not a place",
	"forgets the token", "have no single stretch", "must bear", "has to bear", "crash behind it", "Be rid of", "from cheap to dear", "may meet", "will mend it",
	"within one hour at most", "at least a full scan was asked for", "its first choice again", "writes rest", "An empty page means nothing", "may be believed otherwise",
	"it is nobody", "server take all the load", "no transaction or range goes over two", "only index there is", "before it and behind it", "true what was false",
	"what was understood", "what is left", "was kept", "that there is", "whether or not the entity is there", "As it is,", "so long", "tells of",
	"a missing one cannot be found at all", "No key serves both", "the reader need not know", "later flights overwrite", "Another type finds nothing",
}

// oldWordsIn returns the phrases that stand in a text, whatever its lines.
func oldWordsIn(text string) []string {
	var found []string
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	for _, phrase := range oldWords {
		if strings.Contains(text, strings.ToLower(phrase)) {
			found = append(found, phrase)
		}
	}
	return found
}

// Ensure that lessons and guide are in plain sentences: none of the phrases that were replaced comes back.
func TestTexts_Words(t *testing.T) {
	if len(oldWordsIn("A retry must\nbear to be repeated; be rid of it.")) != 2 {
		t.Error("an old phrase is not found across two lines")
	}
	for _, pattern := range []string{folder + "*.lesson", folder + "course.txt", guideFolder + "*.md"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatal(pattern, err)
		}
		for _, path := range paths {
			for _, phrase := range oldWordsIn(read(t, path)) {
				t.Errorf("%s says %q", filepath.Base(path), phrase)
			}
		}
	}
}
