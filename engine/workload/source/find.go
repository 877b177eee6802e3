package source

import (
	"cmp"
	"net/url"
	"strings"

	"rangefinder/engine/stable"
	"rangefinder/filterlang"
)

// Filter is a filter that source code has.
type Filter struct {
	Line  int    // where its first string begins, from 1
	Text  string // with a literal for each hole
	Holes int
	// Untyped are the holes, as they stand in Text, of which the code does not say what they hold: a text stands for each.
	Untyped []string
}

// Unseen is a place that has a filter, or a part of one, of which nothing can be said.
type Unseen struct {
	Line   int
	Reason string
}

// maxFilter bounds, in bytes, a string that may be a filter.
const maxFilter = 32 << 10

// tableWords are what code about Azure tables has. In other files only strings that name a key are filters: other services have
// filters of the same language.
var tableWords = []string{"PartitionKey", "RowKey", "partitionKey", "rowKey", "TableClient", "TableServiceClient", "aztables", "azure.data.tables", "data-tables", "Azure.Data.Tables", "CloudTable", "TableQuery"}

// Find returns the filters in a source file and the places that it cannot see, in the order of their lines.
func Find(text string, language Language) (filters []Filter, unseen []Unseen) {
	tokens := scan(text, language)
	types := &declared{tokens: tokens}
	aboutTables := false
	for _, word := range tableWords {
		aboutTables = aboutTables || strings.Contains(text, word)
	}
	for _, e := range join(tokens, language) {
		if !mayBeFilter(e.parts) {
			continue
		}
		f := filling{types: types, before: e.first, language: language, builder: quotes(tokens, e.first, language)}
		filter := f.fill(unfold(option(e.parts), argumentsAfter(tokens, e.last, language)))
		names := namesKey(filter)
		tree, err := filterlang.Parse(filter)
		switch {
		case err == nil && compares(tree) && (aboutTables || names) && joined(tokens, e.first):
			unseen = append(unseen, Unseen{e.line, "a part of a filter in a list: what joins the list makes the filter"})
		case err == nil && !e.open && compares(tree) && (aboutTables || names):
			filters = append(filters, Filter{e.line, filter, f.holes, f.untyped})
		case err != nil && !e.open && names && isRefusal(err) && beginsFilter(filter):
			filters = append(filters, Filter{e.line, filter, f.holes, f.untyped})
		case names:
			unseen = append(unseen, Unseen{e.line, "a string with a part of a filter: the rest comes from elsewhere"})
		}
	}
	return filters, builders(tokens, language, unseen)
}

// quotes reports whether the string at a token goes to a builder that writes each hole as a literal of its type.
func quotes(tokens []token, at int, language Language) bool {
	switch {
	case language == JavaScript && at > 0:
		return tokens[at-1].text == "odata"
	case language == CSharp && at > 1 && is(tokens[at-1], "("):
		return tokens[at-2].text == "CreateQueryFilter"
	}
	return false
}

// joined reports whether the string at a token is in a list that a call joins: [a, b].join(" and "), strings.Join([]string{a, b}, " and ").
func joined(tokens []token, at int) bool {
	for range 2 {
		open := at - 1
		for open >= max(0, at-maxArguments) && !(tokens[open].depth < tokens[at].depth && tokens[open].kind == signToken && strings.Contains("([{", tokens[open].text)) {
			open--
		}
		if open < 1 || open < at-maxArguments {
			return false
		}
		if before := tokens[open-1]; before.kind == wordToken && strings.EqualFold(before.text, "join") {
			return true
		}
		end := open + closes(tokens[open:])
		if end > open && end+2 < len(tokens) && is(tokens[end+1], ".") && tokens[end+2].text == "join" {
			return true
		}
		at = open
	}
	return false
}

// mayBeFilter reports whether a string has a comparison operator between blanks.
func mayBeFilter(parts []part) bool {
	size, found := 0, false
	for _, p := range parts {
		if size += len(p.text); size > maxFilter {
			return false
		}
		text := strings.Map(blank, p.text)
		for _, op := range [...]string{" eq", " ne", " gt", " ge", " lt", " le", "%20eq", "%20ne", "%20gt", "%20ge", "%20lt", "%20le"} {
			found = found || strings.Contains(text, op)
		}
	}
	return found
}

// option returns the value of $filter, where a string is a URL, and otherwise the string.
func option(parts []part) []part {
	const name = "$filter="
	for i, p := range parts {
		at := strings.Index(p.text, name)
		if at < 0 {
			continue
		}
		var out []part
		for n, p := range parts[i:] {
			if n == 0 {
				p.text = p.text[at+len(name):]
			}
			text, _, more := strings.Cut(p.text, "&")
			if strings.Contains(text, "%20") {
				if decoded, err := url.PathUnescape(text); err == nil {
					text = decoded
				}
			}
			p.text = text
			if out = append(out, p); more {
				break
			}
		}
		return out
	}
	return parts
}

// namesKey reports whether a text compares a key.
func namesKey(text string) bool {
	words := strings.FieldsFunc(text, func(r rune) bool { return r == '(' || r == ')' || r == ' ' || r == '\n' || r == '\t' || r == '\r' })
	for i := 0; i+1 < len(words); i++ {
		if words[i] != filterlang.PartitionKey && words[i] != filterlang.RowKey {
			continue
		}
		switch words[i+1] {
		case "eq", "ne", "gt", "ge", "lt", "le":
			return true
		}
	}
	return false
}

// compares reports whether a filter has a comparison: a word alone is a filter too, and may be anything.
func compares(e filterlang.Expr) bool {
	switch e := e.(type) {
	case *filterlang.And:
		return anyCompares(e.Operands)
	case *filterlang.Or:
		return anyCompares(e.Operands)
	case *filterlang.Not:
		return compares(e.Operand)
	case *filterlang.Comparison:
		return true
	}
	return false
}

func anyCompares(operands []filterlang.Expr) bool {
	for _, operand := range operands {
		if compares(operand) {
			return true
		}
	}
	return false
}

// isRefusal reports whether the service knows what is meant and does not have it: functions and arithmetic.
func isRefusal(err error) bool {
	e, ok := err.(*filterlang.SyntaxError)
	return ok && e.Code == "NotImplemented"
}

// beginsFilter reports whether a text begins as a filter, not with the rest of one.
func beginsFilter(text string) bool {
	word, _, _ := strings.Cut(strings.TrimLeft(text, "( "), " ")
	return word != "and" && word != "or" && strings.Count(text, "'")%2 == 0
}

// builders adds the filters that are no strings: LINQ expressions and the conditions of the older .NET and Java libraries.
func builders(tokens []token, language Language, unseen []Unseen) []Unseen {
	if language != CSharp && language != Java {
		return unseen
	}
	for i, t := range tokens {
		if t.kind != wordToken {
			continue
		}
		switch {
		case strings.HasPrefix(strings.ToLower(t.text), "generatefiltercondition"):
			unseen = append(unseen, Unseen{t.line, "a filter that GenerateFilterCondition makes"})
		case language == CSharp && (t.text == "Query" || t.text == "QueryAsync" || t.text == "CreateQueryFilter") && lambdaFollows(tokens[i+1:]):
			unseen = append(unseen, Unseen{t.line, "a filter as a LINQ expression"})
		}
	}
	stable.Sort(unseen, func(a, b Unseen) int { return cmp.Compare(a.Line, b.Line) })
	return unseen
}

// lambdaFollows reports whether tokens begin with "<T>(x =>" or "(x =>".
func lambdaFollows(tokens []token) bool {
	i := 0
	if i < len(tokens) && is(tokens[i], "<") {
		for i < len(tokens) && i < 12 && !is(tokens[i], "(") {
			i++
		}
	}
	return i+3 < len(tokens) && is(tokens[i], "(") && tokens[i+1].kind == wordToken && is(tokens[i+2], "=") && is(tokens[i+3], ">")
}
