package words

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// phrases are what a person does not read on the page any more: each had a plainer sentence in the review of 2026-11-23.
var phrases = []string{
	"of another type than the literal", "met a value of another type", "of the query that was run, not of the one above", "or or the end", "The filter ends where",
	"does not turn or into key ranges", "Operators are words here", "Point to see partitions", "PartitionKey is not bounded", "it is where the range of partitions starts",
	"another name: Use", "leaves over", "Sort for display", "which are here already", "elete the selected lines", "Select several lines", "Show the lines as", "The lines are", "all lines of the result", "Width that suits", "Keep beside the keys", "without it come last", "lines selected", "Copy the line as table",
	"Others have…", "Drop the change", "as the next commit leaves it", "Build a group", "What is typed is in the form at once", "as each value looks",
	"A table that is not there is made", "A name that is there is replaced", "keep the entity that is there", "that were there\"", "Case is kept but not told apart",
	"that its reader has", "It stays between you", "is added on the way", "true where what follows is not", "told apart by\"", "answered for\"", "none has a Batch",
	"Properties of a copy, all when empty", "Threads a VM\"", "each asks again when", "Nothing was asked of", "Writes are open", "List them again", "Not as you said",
	"Drop and leave", "Forget what I did", "Do what the message offers", "Drop the step in the browser", "Take the whole window back", "that was closed last",
	"What applications ask of the Table endpoint and this page", "of 100 within", "of 100 take at most", "is what is", "only what was read is exported", "It is no limit of",
	"could not be told apart", "Nothing is asked of the account",
}

// Ensure that no old phrase comes back to the page, the messages of the filter language, or the guide.
func TestWording_OldPhrases(t *testing.T) {
	for _, dir := range []string{"../../app", "../../filterlang", "../../web/static/guide"} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || strings.HasSuffix(path, "_test.go") || !strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, ".md") {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for n, line := range strings.Split(string(text), "\n") {
				if strings.HasPrefix(strings.TrimSpace(line), "//") {
					continue
				}
				for _, phrase := range phrases {
					if strings.Contains(line, phrase) {
						t.Errorf("%s:%d says %q", path, n+1, phrase)
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
