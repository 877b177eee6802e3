package guide_test

import (
	"go/scanner"
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

// emphasised is a name between single stars, as the guide writes the words of a control.
var emphasised = regexp.MustCompile(`(?:^|[^*])\*([^*\n]+)\*(?:[^*]|$)`)

// Ensure that what the guide names as a control or a word of the screen is one: each name between single stars begins or is a text of the
// page's program.
func TestPages_NameWhatIsOnTheScreen(t *testing.T) {
	var texts []string
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		var s scanner.Scanner
		set := token.NewFileSet()
		s.Init(set.AddFile(path, -1, len(source)), source, nil, 0)
		for _, tok, text := s.Scan(); tok != token.EOF; _, tok, text = s.Scan() {
			if text, err := strconv.Unquote(text); tok == token.STRING && err == nil {
				texts = append(texts, text)
			}
		}
		return err
	})
	if err != nil || len(texts) < 1000 {
		t.Fatal(len(texts), err)
	}
	pages, err := filepath.Glob("../../web/static/guide/*.md")
	if err != nil || len(pages) < 10 {
		t.Fatal(len(pages), err)
	}
	names := 0
	for _, path := range pages {
		if base := filepath.Base(path); base == "notices.md" || base == "changes.md" { // whose work is in it, and what once was
			continue
		}
		page, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range emphasised.FindAllStringSubmatch(regexp.MustCompile("`[^`]*`").ReplaceAllString(string(page), ""), -1) {
			name := found[1]
			names++
			if !slices.ContainsFunc(texts, func(text string) bool {
				rest, ok := strings.CutPrefix(strings.TrimSpace(text), name)
				return ok && (rest == "" || !strings.ContainsAny(rest[:1], "abcdefghijklmnopqrstuvwxyz"))
			}) {
				t.Errorf("%s names *%s*, which no screen shows", filepath.Base(path), name)
			}
		}
	}
	if names < 100 {
		t.Errorf("only %d names were looked for", names)
	}
}
