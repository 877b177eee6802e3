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

// claim is how a sentence says what the service, another product or the papers do, or what holds of every transaction, write or key.
// What follows so that, where or if is a condition or a task, and no claim.
var claim = regexp.MustCompile(`(?i)(so that |where |when |if |what |whether |whatever |that |on |in )?(?:` +
	`\b(?:the (?:table )?service|azure table storage|(?:azure )?cosmos db(?: for table)?|azurite|the (?:white )?paper|the emulator|storage explorer)(?: today)? (?:[a-z]+s|may|can|cannot|never)|` +
	`\b(?:an?|no|each|every|one|only an?) (?:single )?(?:transaction|insert|merge|replace|upsert|delete|partitionkey|rowkey|key|page|token|range partition) (?:takes|costs|may|can|cannot|never|covers|keeps)` +
	`)\b \S`)

// claims reports whether a block of text has such a sentence that does not name a year itself.
func claims(block string) bool {
	for _, s := range regexp.MustCompile(`[.:;] `).Split(block, -1) {
		for _, found := range claim.FindAllStringSubmatch(s, -1) {
			if found[1] == "" && !Dated(s) {
				return true
			}
		}
	}
	return false
}

// unsourced returns the paragraphs that name such a number or claim something, and have no source under them. Blocks are apart by
// blank lines or by the citation itself; parts between three backticks and hints are left out, and so is the header of a lesson.
func unsourced(text string) []string {
	var found []string
	block := ""
	end := func() {
		if flat := strings.Join(strings.Fields(block), " "); rate.MatchString(block) || claims(flat) {
			found = append(found, strings.TrimSpace(block))
		}
		block = ""
	}
	fence := false
	for l := range strings.Lines(text) {
		switch source, cites := Citation(strings.TrimSpace(l)); {
		case strings.HasPrefix(l, "```"):
			fence = !fence
		case fence, strings.HasPrefix(l, "hint:"):
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

// aboutItself is said of a lesson and its data, and needs no source.
var aboutItself = regexp.MustCompile(`\b(?:lessons?|course|simulator)\b`)

// Ensure that every number of seconds, megabytes and entities a second, and every sentence that claims something, in lessons and guide
// has a source with a year; and that so has every paragraph before a lesson's first step, unless it is about the lesson itself.
func TestTexts_Sources(t *testing.T) {
	for _, text := range []string{"It takes 5 seconds.", "500 entities a second.", "Up to 4 MiB:\n\nSource: no year", "- 40 ms\n\nand more\n", "5 to 10 minutes",
		"The service does not turn it into ranges.", "So it is; Azurite takes\nboth.", "No transaction covers two of them.", "A key cannot be changed: copy it."} {
		if len(unsourced(text)) != 1 {
			t.Errorf("%q passes without a source", text)
		}
	}
	if found := unsourced("It takes 5 seconds.\nSource: White paper (2009)\n\n```\n4 MiB\n```\n3 entities, m4 MiBs\n\n" +
		"Write it so that the service takes it. Add as many as the service allows.\n\nThe white paper says so (2009).\n\nhint: The service takes it.\n"); found != nil {
		t.Errorf("%q", found)
	}
	for _, e := range course(t) {
		text := read(t, folder+e.Name+".lesson")
		_, body, _ := strings.Cut(text, "\n\n")
		for _, p := range unsourced(body) {
			t.Errorf("%s: no source with a year under %q", e.Name, p)
		}
		paragraphs := strings.Split(lessonOf(t, e.Name).Text, "\n\n")
		for i, p := range paragraphs {
			_, cites := Citation(p)
			followed := false
			if i+1 < len(paragraphs) {
				_, followed = Citation(paragraphs[i+1])
			}
			if !cites && !followed && !aboutItself.MatchString(p) {
				t.Errorf("%s: no source under %q", e.Name, p)
			}
		}
		if !strings.Contains(lessonOf(t, e.Name).Text, citation) {
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
