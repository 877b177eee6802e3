package code

import (
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/query"
	"rangefinder/app/querycode"
	"rangefinder/app/queryline"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// kind is the dialog's.
const kind page.DialogKind = "query-code"

// Written is the query as the dialog shows it.
type Written struct {
	Format  string             // a name of querycode.Formats
	Profile filterlang.Profile // whose account it is written for
	Text    string
	Note    string // what is not in it, "" for nothing

	Queries int  // that together read less than the one and can be written instead, 0 for none
	Merged  bool // they are
}

// Update answers what shall be done after msg; false when it is not its message. p is the plan on screen, over the key map m.
func Update(v *page.View, p *plan.Plan, m *plan.Map, msg page.Msg) ([]page.Cmd, bool) {
	w := page.Held[Written](v.Dialog)
	switch msg := msg.(type) {
	case page.CodePressed:
		if v.Query.Table == "" {
			return nil, true
		}
		return []page.Cmd{page.ShowDialog{Dialog: writtenAs(v, p, v.Settings.Value("code"), false)}, page.OpenDialog{}}, true

	case CodeChosen:
		if w == nil {
			return nil, true
		}
		id := querycode.FormatOf(msg.Format, v.Profile).ID
		return []page.Cmd{page.ShowDialog{Dialog: writtenAs(v, p, id, w.Merged)}, page.ChangeSettings{Settings: v.Settings.With("code", id)}}, true

	case CodeMerged:
		if w == nil {
			return nil, true
		}
		return []page.Cmd{page.ShowDialog{Dialog: writtenAs(v, p, w.Format, !w.Merged)}}, true

	case CodeCopied:
		if w == nil || v.Dialog.Err != "" {
			return nil, true
		}
		f := querycode.FormatOf(w.Format, w.Profile)
		return []page.Cmd{page.Notify{Notice: page.Notice{Text: "Copied the query as " + f.Title + "."}}, page.Copy{Text: w.Text}}, true

	case MarkdownPressed:
		if v.Query.Table == "" || p.Plan == nil {
			return nil, true
		}
		return []page.Cmd{CopyMarkdown{}}, true

	case MarkdownCopied:
		if msg.Err != nil {
			return []page.Cmd{page.Fail{What: "The page was not copied", Err: msg.Err}}, true
		}
		return []page.Cmd{page.Notify{Notice: page.Notice{Text: "Copied the query as Markdown, with " + words.Count(msg.Rows, "row", "rows") + "."}}}, true

	case PlanTextPressed:
		if p.Plan == nil {
			return nil, true
		}
		return []page.Cmd{page.Notify{Notice: page.Notice{Text: "Copied the plan as text."}}, page.Copy{Text: planText(p)}}, true

	case PlanDrawPressed:
		if p.Plan == nil {
			return nil, true
		}
		return []page.Cmd{page.Download{Name: "plan-" + v.Query.Table + ".svg", Mime: "image/svg+xml", Data: []byte(querycode.SVG(picture(v, p, m)))}, page.Announce{Text: "Saved the plan as a picture."}}, true
	}
	return nil, false
}

// writtenAs is the dialog with the query in a format.
func writtenAs(v *page.View, p *plan.Plan, format string, merged bool) *page.Dialog {
	w := &Written{Format: format, Profile: v.Profile}
	d := &page.Dialog{Kind: kind, Source: v.Query.Source, Table: v.Query.Table, Of: w}
	if err := refused(v); err != nil {
		d.Err = "The filter is refused, so it is not a request yet: " + err.Error()
		return d
	}
	_, names := query.SelectNames(v.Query.Select)
	_, top := query.TopNumber(v.Query.Top)
	if d.Err = strings.TrimSpace(names + " " + top); d.Err != "" {
		return d
	}
	if v.Query.Then != "" {
		w.Note = "▽ Only what the service does is in it. This browser then checks " + v.Query.Then + " on what comes back; a program has to do that itself."
	}
	w.Note = strings.TrimSpace(w.Note + " " + commentNote(v.Query.Filter))
	q := queryOf(v)
	if plan.Mergeable(p.Plan) {
		w.Queries, w.Merged = len(p.Plan.Ideal), merged
	}
	if w.Merged {
		for _, e := range p.Plan.Parallel() {
			q.Filters = append(q.Filters, e.String())
		}
	}
	f := querycode.FormatOf(format, q.Profile)
	if q.Top > 0 && q.Limit == 0 && f.ReadsAll() {
		w.Note = strings.TrimSpace(w.Note + " The page size does not limit the program: it reads all pages, of up to " + words.Count(q.Top, "entity", "entities") + ".")
	}
	w.Text = f.Write(q)
	return d
}

// refused is why the text in the editor is no filter, nil when it is one.
func refused(v *page.View) error {
	if v.Plan != nil {
		return nil
	}
	_, err := filterlang.Parse(filterlang.Uncomment(v.Query.Filter))
	return err
}

// commentNote says what a request leaves out, "" when it has everything.
func commentNote(filter string) string {
	if len(filterlang.Comments(filter)) == 0 {
		return ""
	}
	return "The comments of the filter are not sent: the service knows none."
}

// queryOf is the query on screen, to be written down.
func queryOf(v *page.View) querycode.Query {
	req := queryline.Checked(&queryline.Query{Query: v.Query}).Request(v.Profile) // with the limit that came with a statement
	return querycode.Query{Profile: v.Profile, Endpoint: v.Accounts.Endpoint(v.Query.Source), Table: req.Table, Filter: req.Filter, Select: req.Select, Top: req.Top, Limit: req.Limit}
}
