package files

import (
	"context"
	"strings"

	"rangefinder/app/link"
	"rangefinder/app/page"
	"rangefinder/app/wire"
)

// ShareLink is the dialog that makes a link.
const ShareLink page.DialogKind = "share-link"

// Sharing is what it holds.
type Sharing struct {
	Link       string // whole address; "" while it is made
	Embed      string // HTML that shows the link on another page
	Data       bool   // the table travels in the link
	Comparison bool   // and the comparison of the design lab
	Entities   int    // in the link
	Busy       bool
	TooLarge   bool   // the table does not fit into a link
	Theme      string // of the embedded page
	Bundle     string // NDJSON of the table, kept while the dialog is open
}

// Long reports whether the link is longer than mail and chat programs pass on unharmed.
func (s *Sharing) Long() bool {
	_, fragment, _ := strings.Cut(s.Link, "#")
	return len(fragment) > link.Comfortable
}

// BundleTable asks for a table as text for a link. Answer: Bundled.
type BundleTable struct{ Req wire.BundleRequest }

type (
	// Bundled answers BundleTable.
	Bundled struct {
		Reply *wire.BundleReply
		Err   error
	}
	ShareDataChosen  struct{ Data bool }
	ShareThemeChosen struct{ Theme string }
	LinkCopied       struct{ Embed bool }
)

func (cmd BundleTable) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Bundle, cmd.Req, nil)
	return Bundled{reply, err}
}

// share makes links.
func (m *Model) share(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	if _, pressed := msg.(page.SharePressed); pressed {
		d := page.Dialog{Kind: ShareLink, Source: v.Query.Source, Table: v.Query.Table}
		return m, []page.Cmd{linked(v, d, Sharing{}), page.OpenDialog{}}, true
	}
	held := page.Held[Sharing](v.Dialog)
	if held == nil {
		return m, nil, false
	}
	d, s := *v.Dialog, *held
	switch msg := msg.(type) {
	case ShareDataChosen:
		s.Data, d.Err = msg.Data && d.Source == "", ""
		if s.Data && s.Bundle == "" {
			s.Busy = true
			return m, []page.Cmd{shown(&d, &s), BundleTable{wire.BundleRequest{Table: d.Table, Limit: link.MaxText}}}, true
		}

	case ShareThemeChosen:
		s.Theme = msg.Theme

	case Bundled:
		s.Busy = false
		switch {
		case msg.Err != nil:
			s.Data, d.Err = false, wire.FailureOf(msg.Err).Message
		case msg.Reply.TooLarge:
			s.Data, s.TooLarge, d.Err = false, true, "The table is too large for a link. Save a workspace file and send that instead."
		default:
			s.Bundle, s.Entities = msg.Reply.Text, msg.Reply.Entities
		}

	case LinkCopied:
		if s.Link == "" {
			return m, nil, true
		}
		text, what := s.Link, "the link"
		if msg.Embed {
			text, what = s.Embed, "the HTML"
		}
		return m, []page.Cmd{page.ShowDialog{}, page.Notify{Notice: page.Notice{Text: "Copied " + what + "."}}, page.CloseDialog{}, page.Copy{Text: text}}, true

	default:
		return m, nil, false
	}
	return m, []page.Cmd{linked(v, d, s)}, true
}

// linked shows the dialog with the link of what is chosen.
func linked(v *page.View, d page.Dialog, s Sharing) page.Cmd {
	route := v.Route()
	if d.Source == "" && v.Query.Table == d.Table {
		route.Lab = v.Comparison()
	}
	s.Comparison = route.Lab != ""
	l := route.Link()
	if s.Data && s.Bundle != "" {
		l.Data = []link.TableData{{Name: d.Table, Text: s.Bundle}}
		l.View.Lesson, l.View.Step = "", 0 // it brings the data itself
	}
	fragment, err := link.Encode(l)
	if err != nil && s.Data {
		d.Err, s.Data = err.Error(), false
		fragment, err = link.Encode(route.Link())
	}
	if err != nil {
		d.Err = err.Error()
	}
	s.Link, s.Embed = "", ""
	if err == nil {
		s.Link = v.Base + "#" + fragment
		if d.Source == "" && l.View.Lesson == "" { // an embedded page has neither accounts nor lessons
			s.Embed = link.Snippet(v.Base, fragment, s.Theme)
		}
	}
	return shown(&d, &s)
}
