package editor

import (
	"rangefinder/app/builder"
	"rangefinder/app/plan"
	"rangefinder/app/query"
	"rangefinder/app/words"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
	"slices"
	"strings"
	"unicode"
)

// Suited takes the fix off a refusal that would find nothing in this table: a range of texts, where the property holds none. Of SQL the
// names become those of the table; of an account only what was read is known, so nothing is said to be missing there.
func Suited(e *filterlang.SyntaxError, on query.Query, census *filterlang.Census) *filterlang.SyntaxError {
	if sql := sqlOf(e, on.Filter); sql != nil && (sql.Table == "" || strings.EqualFold(sql.Table, on.Table)) {
		known := census
		if on.Source != "" || on.Table == "" {
			known = nil
		}
		meant := sql.Meant(known)
		if e.SQL != nil || meant.Filter != sql.Filter || len(meant.Lost) > len(sql.Lost) {
			n := *e
			n.SQL = meant
			e = &n
		}
		if e.SQL != nil {
			return open(e, known)
		}
	}
	if with := asText(e, on, census); with != nil {
		return with
	}
	if e == nil || e.Fix == nil || e.Fix.Texts == "" || on.Table == "" {
		return e
	}
	name := e.Fix.Texts
	if e.Fix.Null != "" {
		return asNull(e, census)
	}
	var held []string
	types := builder.PropertyTypes(census, name)
	for _, t := range types {
		switch {
		case t.Count == 0 && !builder.HasFixedType(name): // or nobody knows: of an account only what was read was counted
			continue
		case t.Type == edm.String || on.Source != "" && !builder.HasFixedType(name):
			return e
		}
		held = append(held, t.Type.String())
	}
	if len(held) == 0 {
		return e
	}
	op := " ge "
	if t := types[0].Type; t == edm.Boolean || t == edm.Guid || t == edm.Binary {
		op = " eq "
	}
	why, so := "The service has no startswith", ": a range of texts would find nothing"
	if strings.HasPrefix(e.Fix.Text, "'") { // a word that is put in quotes
		why, so = words.Quote(words.Clip(strings.Trim(e.Fix.Text, "'"), 60))+" without quotes is the name of a property", ""
	}
	n := *e
	n.Fix = nil
	if truth := truths[strings.ToLower(strings.Trim(e.Fix.Text, "'"))]; truth != "" && types[0].Type == edm.Boolean {
		n.Fix = &filterlang.Fix{Title: "write " + truth, Span: e.Fix.Span, Text: truth}
		n.Detail = name + " is a Boolean: true or false."
		return &n
	}
	n.Detail = why + ", and " + name + " holds no text in this table but " + strings.Join(held, " and ") + so + ". Compare it with a value of its type, such as " + name + op + builder.ZeroOf(types[0].Type).Literal() + "."
	return &n
}

// asText offers a RowKey for several words alone, as somebody types them who looks for something; nil for any other refusal.
func asText(e *filterlang.SyntaxError, on query.Query, census *filterlang.Census) *filterlang.SyntaxError {
	if e == nil || e.Fix != nil || e.SQL != nil || on.Table == "" || !strings.HasPrefix(e.Detail, "Unexpected “") {
		return nil
	}
	list := strings.Fields(on.Filter)
	if len(list) < 2 {
		return nil
	}
	for _, name := range append(slices.Clip(plan.KeyNames), census.Names()...) {
		if strings.EqualFold(name, list[0]) {
			return nil
		}
	}
	for _, word := range list {
		if strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) || slices.Contains(notText, strings.ToLower(word)) {
			return nil
		}
	}
	n, text := *e, "RowKey eq "+edm.NewString(strings.Join(list, " ")).Literal()
	n.Detail = "Words alone do not make a filter: a property and an operator are missing."
	n.Fix = &filterlang.Fix{Title: "write " + text, Span: filterlang.Span{End: len(on.Filter)}, Text: text}
	return &n
}

// notText are words that somebody writes who means a condition.
var notText = []string{"eq", "ne", "gt", "ge", "lt", "le", "and", "or", "not", "in", "is", "like", "between", "null", "select", "from", "where", "order", "by", "true", "false"}

// truths are words for a Boolean.
var truths = map[string]string{"yes": "true", "y": "true", "on": "true", "no": "false", "n": "false", "off": "false"}

// open says what is missing of a condition that a number of entities follows, as in "Rating limit 5": a property alone is one only as a
// Boolean.
func open(e *filterlang.SyntaxError, census *filterlang.Census) *filterlang.SyntaxError {
	if e.SQL.Begun != "" {
		return e
	}
	filter, err := filterlang.Parse(e.SQL.Filter)
	if err != nil || e.SQL.Top < 0 {
		return e
	}
	var rest []filterlang.Expr
	last := filter
	if and, ok := filter.(*filterlang.And); ok {
		n := len(and.Operands) - 1
		rest, last = and.Operands[:n], and.Operands[n]
	}
	name, ok := last.(*filterlang.BoolProperty)
	if !ok || !slices.Contains(census.Names(), name.Property) ||
		slices.ContainsFunc(builder.PropertyTypes(census, name.Property), func(t filterlang.TypeCount) bool { return t.Type == edm.Boolean && t.Count > 0 }) {
		return e
	}
	n, sql := *e, *e.SQL
	sql.Begun, sql.Filter = e.SQL.Filter+" ", ""
	switch len(rest) {
	case 0:
	case 1:
		sql.Filter = rest[0].String()
	default:
		sql.Filter = (&filterlang.And{Operands: rest}).String()
	}
	n.SQL, n.Fix = &sql, nil
	n.Detail = filterlang.BegunText(sql.Begun)
	return &n
}

// asNull makes the fix of a comparison with null right for the types that a property has.
func asNull(e *filterlang.SyntaxError, census *filterlang.Census) *filterlang.SyntaxError {
	held := filterlang.AnyValue(e.Fix.Texts, census)
	if held == nil {
		return e
	}
	n, fix := *e, *e.Fix
	_, several := held.(*filterlang.Or)
	switch {
	case fix.Null == "eq":
		held = &filterlang.Not{Operand: held}
		fix.Text = held.String()
	case several:
		fix.Text = "(" + held.String() + ")"
	default:
		fix.Text = held.String()
	}
	n.Fix = &fix
	return &n
}

// sqlOf is what a refused text comes to as SQL, also where one operator alone is SQL's; nil when it is none.
func sqlOf(e *filterlang.SyntaxError, text string) *filterlang.SQL {
	switch {
	case e == nil:
		return nil
	case e.SQL != nil || e.Fix == nil:
		return e.SQL
	}
	if sql, ok := filterlang.FromSQL(text); ok && sql.Verb.Asks() && sql.Filter != "" {
		return sql
	}
	return nil
}

// Begun says what is missing of a filter whose text ends in the middle of a name, as in "PartitionKey eq 'Action' and Ra": to the
// service that is a Boolean property, and to somebody who types it the beginning of Rating. It is nil for any other text.
func Begun(p *plan.Plan, census *filterlang.Census) *filterlang.SyntaxError {
	if p.Plan == nil || census == nil {
		return nil
	}
	text := filterlang.Uncomment(p.Filter)
	last, end := lastName(p.Plan.Filter), len(strings.TrimRight(text, " \t\r\n"))
	if last == nil || last.At.End != end {
		return nil
	}
	e := &filterlang.SyntaxError{Code: filterlang.InvalidInput, Span: filterlang.Span{Start: end, End: end}}
	known := plan.KeyNames
	for _, has := range census.Properties {
		if has.Name == last.Property {
			if slices.ContainsFunc(has.Types, func(t filterlang.TypeCount) bool { return t.Type == edm.Boolean }) {
				return nil
			}
			known = append(slices.Clip(known), has.Name)
		}
	}
	if slices.Contains(known, last.Property) {
		e.Detail = "The filter is unfinished after `" + last.Property + "`: an operator and a value are missing."
		return e
	}
	var meant []string
	for _, name := range append(append(slices.Clip(plan.KeyNames), census.Names()...), "not") {
		if len(name) > len(last.Property) && strings.EqualFold(name[:len(last.Property)], last.Property) {
			meant = append(meant, name)
		}
	}
	if len(meant) == 0 || end < len(text) {
		return nil
	}
	e.Detail = "The filter is unfinished after `" + last.Property + "`. Do you mean " + filterlang.OneOf(meant[:min(len(meant), 3)]) + "?"
	return e
}

// lastName returns the property at the end of a filter that stands there without an operator, nil for none.
func lastName(e filterlang.Expr) *filterlang.BoolProperty {
	switch e := e.(type) {
	case *filterlang.BoolProperty:
		return e
	case *filterlang.And:
		return lastName(e.Operands[len(e.Operands)-1])
	case *filterlang.Or:
		return lastName(e.Operands[len(e.Operands)-1])
	case *filterlang.Not:
		return lastName(e.Operand)
	}
	return nil
}
