package sdk

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"rangefinder/e2e/harness"
)

var rewrite = flag.Bool("rewrite", false, "write the answers of the differences anew")

// peer is Azurite once a test has asked for it. It ends with the tests.
var peer *harness.Azurite

// theirs returns the URL of Azurite's account, and shows the end of its log when the test fails.
func theirs(t *testing.T) string {
	t.Helper()
	if peer == nil {
		folder := must(os.MkdirTemp(ours.folder, "azurite-"))(t)
		peer = must(harness.StartAzurite(folder))(t)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the end of Azurite's log:\n%s", peer.Log())
		}
	})
	return peer.URL
}

const differencesFile = "testdata/differences.txt"

// difference is a case of the file of differences.
type difference struct {
	name    string
	why     []string // ours is right: lines that begin with "# "
	show    []string // headers that are shown of the answers
	sent    []message
	rest    string // the requests as they stand in the file
	answers string
}

// differences reads the file. Cases are separated by "====": a name, lines that say why ours is right, requests, "----", and for
// each request the answers that differ, with its number. A request whose answers are equal has none: it prepares the next. The
// operations of a transaction are indented.
func differences(t *testing.T) []difference {
	t.Helper()
	var out []difference
	for text := range strings.SplitSeq(string(must(os.ReadFile(differencesFile))(t)), "\n====\n") {
		input, answers, _ := strings.Cut(text, "\n----\n")
		lines := strings.Split(strings.TrimSpace(input), "\n")
		d := difference{name: lines[0], answers: strings.TrimSuffix(answers, "\n")}
		lines = lines[1:]
		for len(lines) > 0 && (strings.HasPrefix(lines[0], "# ") || strings.HasPrefix(lines[0], "show ")) {
			if why, ok := strings.CutPrefix(lines[0], "# "); ok {
				d.why = append(d.why, why)
			} else {
				d.show = strings.Split(strings.TrimPrefix(lines[0], "show "), ", ")
			}
			lines = lines[1:]
		}
		d.rest = strings.Join(lines, "\n")
		for _, request := range strings.Split(d.rest, "\n\n") {
			d.sent = append(d.sent, parse(request))
		}
		out = append(out, d)
	}
	return out
}

// parse reads a request: method, path and query, headers, and a body that begins with { or <.
func parse(text string) message {
	lines := strings.Split(text, "\n")
	var m message
	m.method, m.path, _ = strings.Cut(lines[0], " ")
	if path, query, found := strings.Cut(m.path, "?"); found {
		m.path, m.query = path, strings.Split(query, "&") // no value has one
	}
	for i := 1; i < len(lines); i++ {
		switch line := lines[i]; {
		case strings.HasPrefix(line, "  "):
			end := i + 1
			for end < len(lines) && strings.HasPrefix(lines[end], "   ") {
				end++
			}
			m.batch = append(m.batch, parse(strings.ReplaceAll(line+"\n"+strings.Join(lines[i+1:end], "\n"), "\n    ", "\n")[2:]))
			i = end - 1
		case strings.HasPrefix(line, "{"), strings.HasPrefix(line, "<"):
			m.body = line
		case line != "":
			m.header = append(m.header, line)
		}
	}
	m.body = strings.NewReplacer("$LONG", strings.Repeat("x", 32000), "$KEY", strings.Repeat("k", 513), "$MANY", many()).Replace(m.body)
	return m
}

// many returns 253 properties.
func many() string {
	var b strings.Builder
	for i := range 253 {
		fmt.Fprintf(&b, `,"N%d":1`, i)
	}
	return b.String()[1:]
}

var control = regexp.MustCompile(`[[:cntrl:]]`)

// shown returns an answer as it stands in the file.
func (r *reply) shown(base string, headers []string) string {
	text := fmt.Sprint(r.status)
	for _, name := range headers {
		text += fmt.Sprintf(" [%s]", r.header.Get(name))
	}
	if parts := r.parts(); parts != nil {
		var each []string
		for _, p := range parts {
			each = append(each, strings.TrimSpace(fmt.Sprintf("%d %s %s", p.status, p.code, p.sentence)))
		}
		text += " (" + strings.Join(each, ", ") + ")"
	} else if r.status >= 400 {
		code, sentence := refusal(r.body)
		text += fmt.Sprintf(" %q %s", code, sentence)
	} else if r.body != "" {
		text += " " + r.body
	}
	text = strings.ReplaceAll(text, base, "URL")
	text = stampText.ReplaceAllString(etagText.ReplaceAllString(text, "ETAG"), "${1}TIME")
	if len(text) > 300 {
		text = text[:300] + "..."
	}
	return strings.TrimSpace(control.ReplaceAllStringFunc(text, func(s string) string { return fmt.Sprintf(`\u%04x`, s) }))
}

// Ensure that every difference to Azurite that is known is as it is written down, with the reason why ours is right, and that
// none is written down that is none.
func TestDifferences(t *testing.T) {
	their := theirs(t)
	t.Cleanup(func() {
		for _, name := range []string{"Diff", "DiffOther", "DiffEmpty"} {
			drop := message{method: "DELETE", path: "/Tables('" + name + "')"}
			drop.send(t, ours.url)
			drop.send(t, their)
		}
	})
	cases := differences(t)
	var file strings.Builder
	for i, d := range cases {
		if i > 0 {
			file.WriteString("\n====\n")
		}
		fmt.Fprintln(&file, d.name)
		if len(d.why) == 0 {
			t.Errorf("%s: no reason is given", d.name)
		}
		for _, why := range d.why {
			fmt.Fprintln(&file, "# "+why)
		}
		if d.show != nil {
			fmt.Fprintln(&file, "show "+strings.Join(d.show, ", "))
		}
		fmt.Fprintln(&file, d.rest)
		file.WriteString("----\n")
		var answers []string
		for k := range d.sent {
			first, second := d.sent[k].send(t, ours.url), d.sent[k].send(t, their)
			a, b := first.shown(ours.url, d.show), second.shown(their, d.show)
			if a != b {
				answers = append(answers, fmt.Sprintf("%d ours    %s", k+1, a), fmt.Sprintf("%d Azurite %s", k+1, b))
			}
		}
		got := strings.Join(answers, "\n")
		if got != d.answers && !*rewrite {
			t.Errorf("%s:\n%s\n\nwant:\n%s", d.name, got, d.answers)
		}
		if got == "" {
			t.Errorf("%s: there is no difference", d.name)
		}
		file.WriteString(got + "\n")
	}
	if *rewrite {
		if err := os.WriteFile(differencesFile, []byte(file.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
