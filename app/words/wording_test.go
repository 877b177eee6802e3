package words

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// phrases are what a person does not read on the page any more: each had a plainer sentence in the review of 2026-11-23.
var phrases = []string{
	"of another type than the literal", "met a value of another type", "of the query that was run, not of the one above", "or or the end", "The filter ends where",
	"does not turn or into key ranges", "Operators are words here", "Point to see partitions", "PartitionKey is not bounded", "it is where the range of partitions starts", "it is where the range of partitions ends", "Numbers below:",
	"another name: Use", "leaves over", "Sort for display", "which are here already", "elete the selected lines", "Select several lines", "Show the lines as", "The lines are", "all lines of the result", "Width that suits", "Keep beside the keys", "without it come last", "lines selected", "Copy the line as table",
	"Others have…", "Drop the change", "as the next commit leaves it", "Build a group", "What is typed is in the form at once", "as each value looks",
	"A table that is not there is made", "A name that is there is replaced", "keep the entity that is there", "that were there\"", "Case is kept but not told apart",
	"that its reader has", "It stays between you", "is added on the way", "true where what follows is not", "told apart by\"", "answered for\"", "none has a Batch",
	"Properties of a copy, all when empty", "Threads a VM\"", "each asks again when", "Nothing was asked of", "Writes are open", "List them again", "Not as you said",
	"Drop and leave", "Forget what I did", "Do what the message offers", "Drop the step in the browser", "Take the whole window back", "that was closed last",
	"What applications ask of the Table endpoint and this page", "of 100 within", "of 100 take at most", "is what is", "only what was read is exported", "It is no limit of",
	"could not be told apart", "Nothing is asked of the account", "before you say so", "as the server's machine", "it is not a number", "because their keys were there", "(already there)", "how many requests that took",
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

// isNo is "is no Guid" for "is not a Guid". What a number or a comparison says of itself stays: "is no more than a page".
var isNo = regexp.MustCompile(`(?i)(\w+ |" ?)(?:is|are) no ([\w.%]+|" ?\+)`)

// Ensure that the page, the engine, the server and the commands say "is not a file" where they once said "is no file".
func TestWording_IsNotA(t *testing.T) {
	for _, tt := range []struct {
		text string
		bad  bool
	}{{`"x is no file"`, true}, {`text + " is no " + name`, true}, {`"%q is no class"`, true}, {`"there is no file"`, false}, {`"That is no more than a page."`, false}, {`"x" // it is no file`, false}} {
		if bad := saysIsNo(tt.text); bad != tt.bad {
			t.Errorf("%s: %v", tt.text, bad)
		}
	}
	for _, dir := range []string{"../../app", "../../engine", "../../server"} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || strings.HasSuffix(path, "_test.go") || !strings.HasSuffix(path, ".go") {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for n, line := range strings.Split(string(text), "\n") {
				if saysIsNo(line) {
					t.Errorf("%s:%d says that something is no thing: %s", path, n+1, strings.TrimSpace(line))
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// saysIsNo reports whether a text in a line of a program says "is no" of a thing.
func saysIsNo(line string) bool {
	for _, at := range isNo.FindAllStringSubmatchIndex(line, -1) {
		before, what := line[:at[0]], line[at[4]:at[5]]
		if strings.Count(before, `"`)%2 == 0 && !strings.HasPrefix(line[at[0]:], `"`) || strings.Contains(before, "// ") && strings.Count(before, `"`)%2 == 0 || strings.HasPrefix(strings.TrimSpace(line), "//") {
			continue // in a comment
		}
		if strings.HasPrefix(strings.ToLower(line[at[0]:]), "there ") || slices.Contains([]string{"more", "longer", "other", "way", "such"}, what) {
			continue
		}
		return true
	}
	return false
}

// Ensure that no old phrase comes back in a sentence that is joined from parts: texts that are added, and those that a call draws one
// after the other, as in H("p", "55 met a ", Bold("value"), " of another type").
func TestWording_Joined(t *testing.T) {
	old := func(file string) (found []string) {
		for _, text := range sentences(t, file) {
			for _, phrase := range phrases {
				if strings.Contains(text, strings.TrimSuffix(phrase, "\"")) && !strings.HasSuffix(phrase, "\"") {
					found = append(found, phrase)
				}
			}
		}
		return found
	}
	joined := filepath.Join(t.TempDir(), "joined.go")
	if err := os.WriteFile(joined, []byte("package x\n\nvar _ = H(\"p\", n+\" met a \", Bold(\"value\"), \" of another \"+\"type\", Slot(x, func() any { return \"Sort \" + \"for display\" }))\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if found := old(joined); len(found) != 2 {
		t.Errorf("of a sentence in parts %q is found", found)
	}
	for _, dir := range []string{"../../app", "../../filterlang"} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || strings.HasSuffix(path, "_test.go") || !strings.HasSuffix(path, ".go") {
				return err
			}
			for _, phrase := range old(path) {
				t.Errorf("%s says %q in parts", path, phrase)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// sentences are the texts of a file as they are read: each call's, and each sum's, with "…" for what is known only when it runs.
func sentences(t *testing.T, path string) (list []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var read func(e ast.Expr) string
	read = func(e ast.Expr) string {
		switch e := e.(type) {
		case *ast.BasicLit:
			if e.Kind == token.STRING {
				text, _ := strconv.Unquote(e.Value)
				return text
			}
		case *ast.ParenExpr:
			return read(e.X)
		case *ast.BinaryExpr:
			if e.Op == token.ADD {
				return read(e.X) + read(e.Y)
			}
		case *ast.CallExpr:
			args := e.Args
			if f, ok := e.Fun.(*ast.Ident); ok && f.Name == "H" && len(args) > 0 {
				args = args[1:] // the element, which is not read
			}
			text := ""
			for _, arg := range args {
				text += read(arg)
			}
			return text
		}
		return "…"
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch e := n.(type) {
		case *ast.CallExpr:
			list = append(list, read(e))
		case *ast.BinaryExpr:
			list = append(list, read(e))
		}
		return true
	})
	return list
}
