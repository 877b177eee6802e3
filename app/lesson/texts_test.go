package lesson

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The folders of the texts, and how a number with a unit of the service is written.
const guideFolder = "../../web/static/guide/"

var rate = regexp.MustCompile(`(?i)[0-9][0-9,.]*(?: to [0-9]+)? (?:(?:entities|requests|operations|transactions|writes|orders) (?:a|per) second|(?:Ki?B|Mi?B|Ti?B|ms|milliseconds|seconds?|minutes?)\b)`)

// unsourced returns the paragraphs that name such a number and have no source under them. Blocks are apart by blank lines or by
// the citation itself; parts between three backticks are left out, and so is the header of a lesson.
func unsourced(text string) []string {
	var found []string
	block := ""
	end := func() {
		if rate.MatchString(block) {
			found = append(found, strings.TrimSpace(block))
		}
		block = ""
	}
	fence := false
	for l := range strings.Lines(text) {
		switch source, cites := Citation(strings.TrimSpace(l)); {
		case strings.HasPrefix(l, "```"):
			fence = !fence
		case fence:
		case cites && Dated(source):
			block = ""
		case strings.TrimSpace(l) == "":
			end()
		default:
			block += l
		}
	}
	end()
	return found
}

// Ensure that every number of seconds, megabytes and entities a second in lessons and guide has a source with a year, and that so
// has every lesson as a whole.
func TestTexts_Sources(t *testing.T) {
	for _, text := range []string{"It takes 5 seconds.", "500 entities a second.", "Up to 4 MiB:\n\nSource: no year", "- 40 ms\n\nand more\n", "5 to 10 minutes"} {
		if len(unsourced(text)) != 1 {
			t.Errorf("%q passes without a source", text)
		}
	}
	if found := unsourced("It takes 5 seconds.\nSource: White paper (2009)\n\n```\n4 MiB\n```\n3 entities, m4 MiBs\n"); found != nil {
		t.Errorf("%q", found)
	}
	for _, e := range course(t) {
		text := read(t, folder+e.Name+".lesson")
		_, body, _ := strings.Cut(text, "\n\n")
		for _, p := range unsourced(body) {
			t.Errorf("%s: no source with a year under %q", e.Name, p)
		}
		if l := lessonOf(t, e.Name); !slices.ContainsFunc(strings.Split(l.Text, "\n"), func(line string) bool { _, cites := Citation(line); return cites }) {
			t.Errorf("%s: its text before the first step names no source", e.Name)
		}
		for _, source := range lessonOf(t, e.Name).Source {
			if !Dated(source) {
				t.Errorf("%s: the source %q has no year", e.Name, source)
			}
		}
	}
	pages, err := filepath.Glob(guideFolder + "*.md")
	if err != nil || len(pages) < 10 {
		t.Fatal(len(pages), err)
	}
	for _, path := range pages {
		text := read(t, path)
		for _, p := range unsourced(text) {
			t.Errorf("%s: no source with a year under %q", filepath.Base(path), p)
		}
		for l := range strings.Lines(text) {
			if source, cites := Citation(strings.TrimSpace(l)); cites && !Dated(source) {
				t.Errorf("%s: the source %q has no year", filepath.Base(path), source)
			}
		}
	}
}

// Ensure that both targets are named with both years wherever one of them is.
func TestTexts_Targets(t *testing.T) {
	text := read(t, folder+"targets.lesson") + read(t, guideFolder+"limits.md")
	for _, want := range []string{"2010", "500 entities", "5,000", "2026", "2,000 entities", "20,000"} {
		if strings.Count(text, want) < 2 {
			t.Errorf("lesson and guide do not both say %q", want)
		}
	}
}

// Ensure that a lesson says its time, which the list repeats, and builds only on lessons that come before it.
func TestLessons_Order(t *testing.T) {
	var before []string
	for _, e := range course(t) {
		l := lessonOf(t, e.Name)
		if l.Minutes == 0 || l.Minutes != e.Minutes {
			t.Errorf("%s takes %d minutes in the file and %d in the course", e.Name, l.Minutes, e.Minutes)
		}
		for _, name := range l.BuildsOn {
			if !slices.Contains(before, name) {
				t.Errorf("%s builds on %s, which does not come before it", e.Name, name)
			}
		}
		if len(l.BuildsOn) == 0 && len(before) > 0 && e.Name != "first-writes" {
			t.Errorf("%s does not say what it builds on", e.Name)
		}
		before = append(before, e.Name)
	}
}

// Ensure that what an exercise needs is explained in its own lesson or in one before it: the lesson that uses it first names it in
// a text.
func TestLessons_TaughtFirst(t *testing.T) {
	for _, needed := range []struct{ use, lesson string }{
		{"insert ", "first-writes"}, {"upsert-replace", "first-writes"}, {" as ", "etag"}, {"transaction\n", "rentals"}, {"lost ", "retry"},
		{"|pad(", "zero-padding"}, {"|inverse", "log-tail"}, {":ww", "microblog"}, {"|hash(", "hot-spot targets"}, {"`'", "prefix"}, {"select:", "select"},
		{"drop ", "volume-delete"}, {"not (", "nothing"}, {"datetime'", "literals"}, {"guid'", "literals"},
	} {
		first := ""
		for _, e := range course(t) {
			for _, s := range lessonOf(t, e.Name).Steps {
				for _, a := range []*Attempt{s.Start, s.Solution} {
					if a != nil && strings.Contains(a.Text+"\n", needed.use) && first == "" {
						first = e.Name
					}
				}
			}
		}
		if first == "" || !slices.Contains(strings.Fields(needed.lesson), first) {
			t.Errorf("%q is needed first in %q and taught in %q", needed.use, first, needed.lesson)
		}
	}
}

// Ensure that every exercise of the course shows what spoils its solution, with a reason.
func TestLessons_Break(t *testing.T) {
	for _, e := range course(t) {
		for _, s := range lessonOf(t, e.Name).Steps {
			if len(s.Checks) > 0 && (s.Break == nil || s.Break.Note == "") {
				t.Errorf("%s: %q has nothing that breaks it, or no reason why it does", e.Name, s.Title)
			}
		}
	}
}
