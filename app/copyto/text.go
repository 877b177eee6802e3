package copyto

import (
	"strings"
	"time"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine/tablecopy"
)

// place names a source.
func place(source string) string {
	if source == "" {
		return "this browser"
	}
	return source
}

// existingTexts name the rules for those who choose.
var existingTexts = [...]string{
	tablecopy.Stop:    "stop and write nothing",
	tablecopy.Skip:    "skip: leave it as it is there",
	tablecopy.Replace: "replace: the whole entity as it is here",
	tablecopy.Merge:   "merge: put the properties from here into it",
}

// Summary says what the plan comes to.
func (m *Model) Summary() string {
	p := &m.Plan.Plan
	switch {
	case m.Plan.Found != nil:
		return m.drift()
	case p.Stopping > 0:
		return words.Count(p.Stopping, "entity is", "entities are") + " there already and different, so nothing is written."
	case p.Requests() == 0 && p.Skipped+len(p.Refused)+m.Plan.MoreRefused > 0:
		return "There is nothing to write: all that could be written is there already."
	case p.Requests() == 0:
		return "There is nothing to write: all entities are there already."
	case p.Writes() == 0:
		return "The table " + p.Table + " is created; there are no entities to write."
	}
	return words.Count(p.Writes(), "entity", "entities") + " to write in " + requests(p) + "."
}

// requests are those of a plan.
func requests(p *tablecopy.Plan) string {
	var parts []string
	if p.Transactions > 0 {
		parts = append(parts, words.Count(p.Transactions, "transaction", "transactions"))
	}
	if p.Singles > 0 {
		parts = append(parts, words.Count(p.Singles, "single write", "single writes"))
	}
	return strings.Join(parts, " and ")
}

// facts are the plan in lines of a name and a text.
func (m *Model) facts() [][2]string {
	p := &m.Plan.Plan
	var list [][2]string
	add := func(name, text string) { list = append(list, [2]string{name, text}) }
	if f := m.Plan; m.Import != nil {
		text := words.Count(f.Rows, "row", "rows")
		if f.RowsRefused > 0 {
			text += ", " + words.Number(f.RowsRefused) + " of them are not entities and are left out"
		}
		add("In the file", text)
	}
	if n := len(m.Plan.Tables); n > 1 {
		text := strings.Join(m.Plan.Tables, ", ")
		if p.Creates > 0 {
			text += "; " + words.Number(p.Creates) + " of them made"
		}
		add("Tables", text)
	} else if p.Creates > 0 {
		add("Table", "new; it will be created")
	}
	if f := m.Plan.Found; f != nil {
		list = append(list, drifts(f)...)
		if p.Writes() > 0 {
			add("To mend", requests(p)+" · "+words.Bytes(p.Bytes)+" · a copy that changes before then is not touched")
		}
	} else if p.Writes() > 0 {
		what := words.Number(p.Inserts) + " new"
		if p.Updates > 0 {
			what += ", " + words.Number(p.Updates) + " over what is there"
		}
		add("To write", what+" · "+requests(p)+" · "+words.Bytes(p.Bytes))
	}
	there := words.Number(p.Equal) + " equal, not sent again"
	if m.Plan.Found != nil {
		there = ""
	} else if n := p.Updates + p.Skipped + p.Stopping; n > 0 {
		there += " · " + words.Number(n) + " different, " + [...]string{"so nothing is written", "left as they are", "replaced", "merged"}[m.Existing]
	}
	if there != "" {
		add("There already", there)
	}
	if n := p.Requests(); n > 0 && m.ToSource != "" {
		add("Time", words.Count(n, "request", "requests")+" in about "+page.WritingTime(p.AtLeast.Microseconds(), m.Plan.AtOnce, p.RoundTrip.Microseconds())+"; while they run, the remaining time is measured.")
		if text := page.PriceText(n, m.Price); text != "" {
			add("Price", text)
		}
		add("Read back", m.readBack())
	}
	if n := m.Plan.Read + p.Looked; m.ToSource != "" || m.Source != "" {
		add("This plan took", words.Count(n, "read request", "read requests"))
	}
	return list
}

// readBack says which requests follow those that write.
func (m *Model) readBack() string {
	n := m.Plan.Plan.Writes() - m.Plan.Plan.Deletes + m.Plan.Plan.Equal
	switch {
	case m.Check == None:
		return "nothing, so no more requests"
	case m.Check == Sample && len(m.Plan.Tables) > 1:
		return "at most " + words.Number(sampleSize) + " entities of each table, chosen at random; one request each"
	case m.Check == Sample && n > sampleSize:
		return words.Number(sampleSize) + " entities of " + words.Number(n) + ", chosen at random; one request each"
	}
	return words.Count(n, "entity", "entities") + ", in lists of up to 1,000"
}

// soFar is how far the step under way is, or what it waits for before anything is known.
func (m *Model) soFar(p wire.Progress) string {
	asked := m.ToSource
	if m.Step == Planning && m.Import == nil && m.Source != "" {
		asked = m.Source
	}
	silent := p.Done == 0 && (p.Requests == 0 || m.Step == Writing)
	if !silent || asked == "" || p.Waiting != nil || m.Step == Planning && m.Import != nil { // the rows of a file are read before anything is asked
		return SoFar(p)
	}
	return "Waiting for the first answer of " + asked
}

// SoFar is how far a step is, at which rate, and how long it will take.
func SoFar(p wire.Progress) string {
	text := words.Number(p.Done)
	if p.Total > 0 {
		text += " of " + words.Number(p.Total)
	}
	text += page.Rate(p)
	if p.Requests > 0 {
		text += " · " + words.Count(p.Requests, "request", "requests")
	}
	if p.Total > p.Done && p.Done > 0 && p.Micros > 500_000 {
		text += " · about " + words.Roughly(time.Duration(p.Micros*int64(p.Total-p.Done)/int64(p.Done))*time.Microsecond) + " left"
	}
	return text
}

// Good reports whether all is as it was planned.
func (m *Model) Good() bool {
	r, v := m.Reply, m.Verified
	return m.Err == "" && r.Problem == "" && !r.Stopped && len(r.Report.Refused)+len(r.Report.Changed) == 0 && (v == nil || v.Missing+v.Changed == 0)
}

// Outcome says what the copy did, and what is left of it.
func (m *Model) Outcome() string {
	r := &m.Reply.Report
	text := "Wrote " + words.Count(r.Written, "entity", "entities") + " to "
	if m.Plan.Found != nil {
		text = "Mended " + words.Count(r.Written, "copy", "copies") + " of "
	}
	text += m.ToTable + " of " + place(m.ToSource) + " in " + words.Count(r.Requests, "request", "requests")
	equal, skipped := m.Plan.Plan.Equal, m.Plan.Plan.Skipped
	if m.Plan.Found != nil { // who was quicker than the check is no part of it
		equal, skipped = 0, 0
	}
	for _, part := range []struct {
		n    int
		text string
	}{
		{equal + r.AlreadyThere, "there already"},
		{skipped, "different there and left"},
		{len(r.Changed) + m.Reply.MoreChanged, "changed there meanwhile and left"},
		{len(m.Plan.Plan.Refused) + m.Plan.MoreRefused + len(r.Refused) + m.Reply.MoreRefused, "not taken"},
		{r.Left, "still to write"},
	} {
		if part.n > 0 {
			text += " · " + words.Number(part.n) + " " + part.text
		}
	}
	switch {
	case m.Reply.Problem != "":
		text += ". It ended early: " + m.Reply.Problem
	case m.Reply.Stopped:
		text += ". Stopped; what was written stays"
	}
	text = strings.TrimSuffix(text, ".") + "."
	if n := len(r.Made); n > 0 && (m.Reply.Problem != "" || m.Reply.Stopped) {
		text += " " + words.Plural(n, "The table ", "The tables ") + strings.Join(r.Made, ", ") + words.Plural(n, " was made and is", " were made and are") + " in the list: go on with what is left, or delete " + words.Plural(n, "it", "them") + "."
	}
	if v := m.Verified; v != nil {
		text += " " + verifiedText(v)
	}
	return text
}

// verifiedText says what was found.
func verifiedText(v *wire.CopyToVerified) string {
	text := words.Number(v.Read) + " of " + words.Number(v.Of) + " read back in " + words.Count(v.Requests, "request", "requests") + ": "
	switch {
	case v.Stopped:
		text = "Reading back was stopped after " + words.Number(v.Read) + ": "
	case v.Missing+v.Changed == 0:
		return text + "all as they were written."
	}
	text += words.Number(v.Missing) + " missing, " + words.Number(v.Changed) + " different."
	if v.Differs != "" {
		text += " Of the first, " + v.Differs + "."
	}
	return text
}

// Report is all of it as text, for the clipboard.
func (m *Model) Report() string {
	what := m.Table + " of " + place(m.Source)
	if m.Result {
		what = "A result of " + what
	} else if m.Import != nil {
		what = "The file " + m.Table
	} else if m.Design != nil {
		what = "The design " + m.Design.Name + " of " + what
	}
	lines := []string{"Copy: " + what + " to " + m.ToTable + " of " + place(m.ToSource)}
	if m.Checks {
		lines[0] = "Check of copies: " + m.ToTable + " of " + place(m.ToSource)
	} else {
		lines = append(lines, "Rule for entities that are there and different: "+existingTexts[m.Existing])
	}
	for _, f := range m.facts() {
		lines = append(lines, "Plan, "+f[0]+": "+f[1])
	}
	lines = append(lines, m.Outcome())
	if m.Err != "" {
		lines = append(lines, m.Err)
	}
	lines = append(lines, "Took "+words.Micros(m.Reply.Report.Elapsed.Microseconds())+".")
	for _, r := range m.Plan.FirstRows {
		lines = append(lines, "Row left out\t"+rowText(&r))
	}
	for _, d := range m.Decided {
		lines = append(lines, "Decided\t"+d.key.PartitionKey+"\t"+d.key.RowKey+"\t"+d.what)
	}
	for _, n := range m.named() {
		for _, k := range n.keys {
			lines = append(lines, n.what+"\t"+k.PartitionKey+"\t"+k.RowKey+"\t"+k.why)
		}
		if n.more > 0 {
			lines = append(lines, n.what+"\tand "+words.Number(n.more)+" more")
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

// rowText says why a row of a file is no entity.
func rowText(r *wire.RefusedRow) string {
	text := "line " + words.Number(r.Line)
	if r.Column != "" {
		text += ", " + words.Clip(r.Column, 60) + " " + words.Quote(words.Clip(r.Value, 60))
	}
	return text + ": " + words.Clip(r.Reason, 300)
}

// named are entities that the report names, by what became of them.
type named struct {
	what string
	keys []namedKey
	more int
}

type namedKey struct{ PartitionKey, RowKey, why string }

// changedMeanwhile names the entities of which somebody was quicker.
const changedMeanwhile = "Changed meanwhile"

func (m *Model) named() (list []named) {
	add := func(what string, keys []tablecopy.Key, refused []tablecopy.Refusal, more int) {
		n := named{what: what, more: max(0, more)}
		for _, k := range keys {
			n.keys = append(n.keys, namedKey{k.PartitionKey, k.RowKey, ""})
		}
		for _, k := range refused {
			n.keys = append(n.keys, namedKey{k.PartitionKey, k.RowKey, k.Code + ": " + words.Clip(k.Message, 300)})
		}
		if n.keys != nil {
			list = append(list, n)
		}
	}
	r := m.Reply
	add("Not taken", nil, append(append([]tablecopy.Refusal{}, m.Plan.Plan.Refused...), r.Report.Refused...), m.Plan.MoreRefused+r.MoreRefused)
	add(changedMeanwhile, r.Report.Changed, nil, r.MoreChanged)
	if v := m.Verified; v != nil {
		add("Missing", v.FirstMissing, nil, v.Missing-len(v.FirstMissing))
		add("Different", v.FirstChanged, nil, v.Changed-len(v.FirstChanged))
	}
	add("Written", r.Wrote, nil, r.MoreWrote)
	return list
}
