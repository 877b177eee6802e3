package editor

import (
	"slices"
	"strings"
	"time"

	"rangefinder/app/builder"
	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/query"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Offers are the values that completion offers for a property, counted when the caret came to where one belongs.
type Offers struct {
	Req   wire.ValuesRequest
	Seq   int
	Reply *wire.ValuesReply // nil while it is awaited
}

// OffersWanted tells that the caret is where a value belongs whose property's values are not known.
type OffersWanted struct{ Req wire.ValuesRequest }

// offersPause is how long the caret has to stay: the plan comes first.
const offersPause = 120 * time.Millisecond

// maxOffered is the most values in one popup.
const maxOffered = 20

// Update takes a message of the values that completion offers; ok is false for any other.
func (o *Offers) Update(msg page.Msg) (next *Offers, cmds []page.Cmd, ok bool) {
	switch msg := msg.(type) {
	case OffersWanted:
		n := &Offers{Req: msg.Req, Seq: 1}
		if o != nil {
			if sameRequest(o.Req, msg.Req) && o.Reply == nil {
				return o, nil, true // it is on its way
			}
			n.Seq = o.Seq + 1
		}
		return n, []page.Cmd{builder.AskValues{Seq: n.Seq, For: builder.ValuesForEditor, Req: n.Req, Wait: offersPause}}, true

	case builder.ValuesCounting:
		return o, nil, msg.For == builder.ValuesForEditor

	case builder.ValuesCounted:
		if msg.For != builder.ValuesForEditor {
			return o, nil, false
		}
		if o == nil || o.Seq != msg.Seq {
			return o, nil, true
		}
		n := *o
		if n.Reply = msg.Reply; wire.FailureOf(msg.Err) != nil {
			n.Reply = &wire.ValuesReply{} // what cannot be counted is not asked for again
		}
		if len(n.Reply.Values) == 0 {
			return &n, nil, true
		}
		return &n, []page.Cmd{Suggest{}}, true
	}
	return o, nil, false
}

// Follow forgets values when the table is another or has changed.
func (o *Offers) Follow(source, table string, msg page.Msg) *Offers {
	if o == nil {
		return nil
	}
	changed, _ := msg.(page.TableChanged)
	if o.Req.Table != table || o.Req.Source != source || changed.Table == table && source == "" {
		return nil
	}
	return o
}

func sameRequest(a, b wire.ValuesRequest) bool {
	same := a.Partition == nil && b.Partition == nil || a.Partition != nil && b.Partition != nil && *a.Partition == *b.Partition
	return same && a.Source == b.Source && a.Table == b.Table && a.Property == b.Property && a.Prefix == b.Prefix
}

// covers reports whether the values answer a request too: they are of the same, with a shorter beginning, and all are there.
func (o *Offers) covers(req wire.ValuesRequest) bool {
	if o == nil || o.Reply == nil {
		return false
	}
	if sameRequest(o.Req, req) {
		return true
	}
	shorter := o.Req
	shorter.Prefix = req.Prefix
	return sameRequest(shorter, req) && strings.HasPrefix(req.Prefix, o.Req.Prefix) && len(o.Reply.Values) == o.Reply.Distinct && !o.Reply.Many
}

// Complete returns completions for the editor, in UTF-16 offsets, and what would have to be known to offer values too: nil when
// nothing would. The text is typed for the table of a query. Unless somebody asks, nothing is offered that would only take Enter away:
// behind a whole clause, or what is typed already.
func (o *Offers) Complete(on query.Query, known *filterlang.Census, text string, offset int, explicit bool) (from, to int, items []port.CompletionItem, wanted *wire.ValuesRequest) {
	var census filterlang.Census
	if known != nil {
		census = *known
	}
	at := UTF16Offsets(text)
	here := ByteOffset(text, offset)
	for _, c := range filterlang.Comments(text) {
		if c.Start < here && here <= c.End {
			return offset, offset, nil, nil
		}
	}
	text = filterlang.Uncomment(text)
	if sql, ok := filterlang.FromSQL(text); ok && (sql.Verb != filterlang.SQLSelect || sql.Table != "" || sql.URL) { // the words of a filter do not go on with a statement
		return offset, offset, nil, nil
	}
	c := filterlang.Complete(text, here, census)
	if c.Property != "" && on.Table != "" {
		typed := bare(text[c.From:max(here, c.From)])
		req := wire.ValuesRequest{Source: on.Source, Table: on.Table, Property: c.Property, Prefix: strings.ToLower(typed)}
		if key, ok := partitionBefore(text, c.From); ok && c.Property == filterlang.RowKey {
			req.Partition = &key
		}
		if o.covers(req) {
			items = valueItems(o.Reply, req.Prefix)
		} else {
			wanted = &req
		}
		for _, written := range writtenItem(census, c.Property, text[c.From:max(here, c.From)]) {
			if !slices.ContainsFunc(items, func(it port.CompletionItem) bool { return it.Insert == written.Insert }) {
				items = append(items, written)
			}
		}
	}
	for _, it := range c.Items {
		items = append(items, port.CompletionItem{Label: it.Label, Insert: it.Insert, Detail: it.Detail, Kind: string(it.Kind)})
	}
	if !explicit && (c.Whole || len(items) == 1 && items[0].Insert == text[c.From:max(here, c.From)]) {
		items = nil
	}
	return at(c.From), at(c.To), items, wanted
}

// valueItems are the values that begin so, as literals.
func valueItems(r *wire.ValuesReply, prefix string) (items []port.CompletionItem) {
	for _, v := range r.Values {
		if len(items) == maxOffered {
			break
		}
		text := v.Text // which is cut
		if len(prefix) > wire.CellLimit {
			text = bare(v.Literal)
		}
		if strings.HasPrefix(strings.ToLower(text), prefix) {
			items = append(items, port.CompletionItem{Label: builder.CutName(v.Literal), Insert: v.Literal, Detail: words.Count(v.Count, "entity", "entities"), Kind: "value"})
		}
	}
	return items
}

// writtenItem offers what is typed as a literal of the type that the property is stored with: 42 as 42L, Sh as 'Sh'.
func writtenItem(census filterlang.Census, property, typed string) []port.CompletionItem {
	t := builder.PropertyTypes(&census, property)[0]
	if bare(typed) == "" || filterlang.IsNull(typed) || t.Count == 0 && !builder.HasFixedType(property) || strings.HasPrefix(typed, "'") && t.Type == edm.String {
		return nil
	}
	v, err := edm.ParseText(t.Type, typed)
	if bare(typed) != typed {
		v, err = edm.ParseText(t.Type, bare(typed))
	}
	if err != nil || v.Literal() == typed || !builder.LiteralFits(v) {
		return nil
	}
	return []port.CompletionItem{{Label: builder.CutName(v.Literal()), Insert: v.Literal(), Detail: "as " + t.Type.String() + ", as it is stored", Kind: string(filterlang.CompleteLiteral)}}
}

// bare takes the beginning of a literal off what is typed: 'Sc gives Sc, and so does "Sc", as other languages have it.
func bare(typed string) string {
	if rest, ok := strings.CutPrefix(typed, `"`); ok {
		return strings.TrimSuffix(rest, `"`)
	}
	for _, before := range []string{"datetime'", "guid'", "X'", "x'", "binary'", "'"} {
		if rest, ok := strings.CutPrefix(typed, before); ok {
			return strings.ReplaceAll(strings.TrimSuffix(rest, "'"), "''", "'")
		}
	}
	return typed
}

// partitionBefore returns the partition that the filter before a place asks for, for the values of RowKey behind it.
func partitionBefore(text string, end int) (key string, ok bool) {
	before := strings.TrimSpace(text[:end])
	for _, word := range []string{" eq", " ge", " gt", " le", " lt", " ne"} {
		if rest, found := strings.CutSuffix(before, word); found {
			before = strings.TrimSuffix(strings.TrimSpace(rest), filterlang.RowKey)
			before, ok = strings.CutSuffix(strings.TrimSpace(before), "and")
			break
		}
	}
	if !ok {
		return "", false
	}
	e, err := filterlang.Parse(before)
	if err != nil || e == nil {
		return "", false
	}
	return filterlang.NewPlan(e).Range.Partition.Single()
}
