package filterlang

import (
	"fmt"
	"slices"
	"strings"
)

// gap is what the grammar could go on with before a token.
type gap uint8

const (
	beforeOperand  gap = iota // a clause starts here
	afterProperty             // a property stands alone so far
	afterLiteral              // a literal stands alone so far
	beforeLiteral             // "A eq" wants its literal
	beforeProperty            // "5 lt" wants its property
	afterClause               // a comparison or a group is complete
)

var comparisonOperators = []string{"eq", "ne", "gt", "ge", "lt", "le"}

// placeAt tells what could stand instead of token i, by the tokens right before it.
func (p *parser) placeAt(i int) gap {
	if i == 0 {
		return beforeOperand
	}
	switch kind := p.tokens[i-1].kind; kind {
	case andToken, orToken, notToken, openToken:
		return beforeOperand
	case closeToken:
		return afterClause
	case opToken:
		if i < 2 || p.isName(i-2) {
			return beforeLiteral
		}
		return beforeProperty
	default:
		if i >= 2 && p.tokens[i-2].kind == opToken {
			return afterClause
		}
		if kind == nameToken {
			return afterProperty
		}
		return afterLiteral
	}
}

// firstUnfit returns the first token that the grammar has no use for; found is false when the tokens are a sentence of it.
func (p *parser) firstUnfit() (unfit int, found bool) {
	open := 0
	for i := range p.tokens {
		symbol := symbolOf[p.tokens[i].kind]
		fits := false
		switch at := p.placeAt(i); at {
		case beforeOperand:
			fits = symbol == nameSymbol || symbol == literalSymbol || symbol == notSymbol || symbol == openSymbol
		case beforeLiteral, beforeProperty:
			fits = symbol == nameSymbol || symbol == literalSymbol
		default:
			fits = symbol == andSymbol || symbol == orSymbol || symbol == closeSymbol && open > 0 ||
				symbol == endSymbol && open == 0 || symbol == opSymbol && at != afterClause
		}
		if !fits {
			return i, true
		}
		switch symbol {
		case openSymbol:
			open++
		case closeSymbol:
			open--
		}
	}
	return 0, false
}

// openAt counts the parentheses that are open before token i.
func (p *parser) openAt(i int) int {
	open := 0
	for _, t := range p.tokens[:i] {
		switch t.kind {
		case openToken:
			open++
		case closeToken:
			open--
		}
	}
	return open
}

func (p *parser) expectedAt(i int) []string {
	end := "the end"
	if p.openAt(i) > 0 {
		end = ")"
	}
	switch p.placeAt(i) {
	case beforeOperand:
		return []string{"a property", "a literal", "not", "("}
	case afterLiteral:
		if p.tokens[i-1].kind != boolToken {
			return comparisonOperators
		}
		fallthrough
	case afterProperty:
		return append(append([]string{}, comparisonOperators...), "and", "or", end)
	case beforeLiteral:
		return []string{"a literal"}
	case beforeProperty:
		return []string{"a property"}
	}
	return []string{"and", "or", end}
}

// unexpected explains why token i cannot follow those before it. It looks for the likeliest mistake first. A text that is SQL is mended
// as a whole.
func (p *parser) unexpected(i int) *SyntaxError {
	e := p.explained(i)
	if p.depth >= deepest {
		return e
	}
	sql, ok := fromSQL(p.text, p.depth)
	if !ok && len(p.text) <= maxSpoken && p.isLambda() {
		e.Detail, e.Code, e.Message, e.Expected, e.Fix = "This is code, and no filter can be made of all of it. Type its condition as a filter, as in RowKey eq 'a'.", InvalidInput, syntaxMessage(p.text, p.span(i).End), []string{}, nil
		return e
	}
	if !ok && mayBeCommand(p.text) && commandOf(p.text) != "" {
		e.Detail, e.Code, e.Message, e.Expected, e.Fix = "This is "+commandOf(p.text)+", and no filter can be read in it. Type its condition as a filter, as in RowKey eq 'a'.", InvalidInput, syntaxMessage(p.text, p.span(i).End), []string{}, nil
		return e
	}
	if !ok {
		p.asSpoken(e)
		p.fixTwice(e)
		if begun := strings.ToLower(p.word(0)); e.Fix == nil && (begun == "select" || begun == "where") && p.tokens[1].kind != opToken && p.tokens[len(p.tokens)-2].fault != unterminated && i < len(p.tokens)-1 {
			e.Detail, e.Code, e.Message, e.Expected = "No filter can be made of this SQL. Type only the condition that stands after WHERE, as in Rating > 4.", InvalidInput, syntaxMessage(p.text, p.span(i).End), []string{}
		}
		return e
	}
	statement := p.isName(0) && (strings.EqualFold(p.word(0), "select") || strings.EqualFold(p.word(0), "where"))
	if e.Fix != nil && !statement && !sql.dated && len(sql.Lost) == 0 {
		if isFilter(e.Fix.Apply(p.text)) {
			return e // one change is enough
		}
	}
	if e.Code != InvalidInput {
		e.Message = syntaxMessage(p.text, p.span(i).End) // of the code that it has now
	}
	e.SQL, e.Code, e.Expected = sql, InvalidInput, nil
	if !sql.Verb.Asks() {
		e.Detail, e.Fix = sql.Lost[0], nil
		return e
	}
	filter := sql.Filter
	if strings.HasSuffix(sql.Begun, " ") {
		e.Detail, e.Fix = BegunText(sql.Begun), nil
		return e
	} else if sql.Begun != "" {
		filter = sql.Begun
	}
	signs := p.codeSigns()
	switch {
	case sql.Command != "":
		e.Detail = "This is " + sql.Command + "; the editor takes the filter in it."
		if filter == "" {
			e.Detail = "This is " + sql.Command + " that asks for every entity; the editor takes only a filter."
		}
	case sql.URL:
		e.Detail = "This is the query of a URL; the editor takes the filter in it."
	case sql.Verb != SQLSelect: // no query: that is wrong with it
		e.Detail, sql.Lost = sql.Lost[0], sql.Lost[1:]
	case sql.Mongo:
		e.Detail = "This is MongoDB's query language; the service takes a filter."
	case sql.Code, strings.Contains(p.text, "=>"):
		e.Detail = "This is code; the service takes a filter."
	case signs != "" && !statement:
		e.Detail = "A filter has words for its operators: " + signs + "."
	default:
		e.Detail = "This is SQL; the service takes a filter."
	}
	e.Fix = &Fix{Title: "use it as a filter", Span: Span{0, len(p.text)}, Text: filter}
	return e
}

// isLambda reports whether the text has what x => x.A == "a" has.
func (p *parser) isLambda() bool {
	for i := 1; i+2 < len(p.tokens); i++ {
		arg := p.word(i - 1)
		if arg == ")" && i > 1 { // (x) => x.A == "a"
			arg = p.word(i - 2)
		}
		for j := i + 1; p.word(i) == "=>" && arg != "" && j+1 < len(p.tokens); j++ {
			if p.word(j) == arg && p.isName(j) && p.word(j+1) == "." {
				return true
			}
		}
	}
	return false
}

// fixTwice makes the fix of a text whose mended form has a fix too do both, where that gives a filter.
func (p *parser) fixTwice(e *SyntaxError) {
	if e.Fix == nil || len(p.text) > maxSpoken {
		return
	}
	once := e.Fix.Apply(p.text)
	_, err := read(once, p.depth+1)
	if again, _ := err.(*SyntaxError); err == nil || again.Fix == nil || again.Fix.Null != "" || again.SQL != nil {
		return
	} else if twice := again.Fix.Apply(once); isFilter(twice) {
		e.fix(e.Fix.Title+", "+again.Fix.Title, Span{0, len(p.text)}, twice)
	}
}

// codeSigns lists the operators of the text with what a filter writes, when one of them is of a programming language and not of SQL:
// "`eq` for `==`, `and` for `&&`".
func (p *parser) codeSigns() string {
	var list []string
	code := false
	for i, t := range p.tokens {
		instead, ok := foreignOperators[p.word(i)]
		if t.fault != foreignOperator || !ok {
			continue
		}
		code = code || slices.Contains([]string{"==", "===", "!==", "&&", "||"}, p.word(i))
		if text := coded(instead) + " for " + coded(p.word(i)); !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	if !code {
		return ""
	}
	return strings.Join(list, ", ")
}

func (p *parser) explained(i int) *SyntaxError {
	for _, explain := range []func(int) *SyntaxError{
		p.foreignComment, p.otherNull, p.repeated, p.keywordInCapitals, p.writtenDate, p.unimplementedWord, p.unquotedValue, p.quoteInside, p.bareText, p.decimalComma, p.badText, p.foreignPhrase, p.foreignWord, p.parenthesis, p.joining,
	} {
		if e := explain(i); e != nil {
			if e.Expected == nil && e.Code == InvalidInput {
				e.Expected = p.expectedAt(i)
			}
			return e
		}
	}
	e := p.refuse(p.span(i), "").expect(p.expectedAt(i)...)
	switch kind := p.tokens[i].kind; {
	case i == 0 && (kind == andToken || kind == orToken) && p.begins(1):
		e.Detail = fmt.Sprintf("A filter does not begin with %s.", quoted(p.word(0)))
		e.fix("remove it", Span{0, p.tokens[1].start}, "")
	case p.tokens[i].kind != endToken:
		e.Detail = fmt.Sprintf("Unexpected %s; expected %s.", quoted(p.word(i)), OneOf(e.Expected))
		if i == 1 && len(p.tokens) > 3 && p.isName(0) && p.isName(1) {
			e.Detail += " A filter is a property, an operator and a value: RowKey eq 'a'."
		}
	case i == 0:
		e.Detail = fmt.Sprintf("The filter is empty; expected %s.", OneOf(e.Expected))
	default:
		e.Detail = fmt.Sprintf("The filter is unfinished after %s: %s comes next.", coded(p.word(i-1)), OneOf(e.Expected))
	}
	return e
}

// OneOf lists what could stand at a place, of a SyntaxError's Expected: "an operator, “and”, “or” or the end".
func OneOf(what []string) string {
	var words []string
	for i, w := range what {
		switch {
		case slices.Contains(comparisonOperators, w) && len(what) >= i+len(comparisonOperators) && w == comparisonOperators[0]:
			words = append(words, "an operator")
		case slices.Contains(comparisonOperators, w) && slices.Contains(words, "an operator"):
		case strings.Contains(w, " "):
			words = append(words, w)
		case w == "and" || w == "or": // which would be words of the sentence without quotes
			words = append(words, quoted(w))
		default:
			words = append(words, coded(w))
		}
	}
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// coded is a word of the language in a sentence. The page shows it as code.
func coded(word string) string { return "`" + word + "`" }

// keywordInCapitals finds AND, Eq, NOT (the word itself or the one before it). Its fix writes all such words of the text.
func (p *parser) keywordInCapitals(i int) *SyntaxError {
	j := max(i-1, 0)
	lower, fits := p.meantKeyword(j)
	if !fits && j < i {
		j = i
		lower, fits = p.meantKeyword(j)
	}
	if !fits {
		return nil
	}
	e := p.refuse(p.span(j), fmt.Sprintf("Keywords are written in lower case: %s.", quoted(lower))).
		expect(lower).fix("use "+lower, p.span(j), lower)
	words, q := []string{lower}, parser{text: p.text, tokens: slices.Clone(p.tokens)}
	for ; j < len(q.tokens); j++ {
		if lower, fits = q.meantKeyword(j); !fits {
			continue
		}
		q.tokens[j].kind, _ = keyword(lower)
		if at := &e.Fix.Span; at.End < q.tokens[j].end {
			e.Fix.Text += p.text[at.End:q.tokens[j].start] + lower
			at.End = q.tokens[j].end
		}
		if !slices.Contains(words, lower) {
			words = append(words, lower)
		}
	}
	e.Fix.Title = "use " + strings.Join(words, ", ")
	return e
}

// meantKeyword is the keyword that token j is in other capitals, where one can stand there.
func (p *parser) meantKeyword(j int) (lower string, fits bool) {
	lower = strings.ToLower(p.word(j))
	kind, ok := keyword(lower)
	if !p.isName(j) || !ok || lower == p.word(j) {
		return lower, false
	}
	switch at := p.placeAt(j); kind {
	case andToken, orToken:
		fits = at == afterClause || at == afterProperty
	case opToken:
		fits = at == afterProperty || at == afterLiteral
	case notToken:
		fits = at == beforeOperand && p.tokens[j+1].kind != opToken
	}
	return lower, fits
}

var arithmetic = map[string]bool{"add": true, "sub": true, "mul": true, "div": true, "mod": true, "has": true}

// unimplementedWord finds what OData has and the service has not: functions, in, null, arithmetic, paths.
func (p *parser) unimplementedWord(i int) *SyntaxError {
	t, at := p.tokens[i], p.placeAt(i)
	switch {
	case t.kind == openToken && at == afterProperty:
		return p.function(i - 1)
	case t.kind == openToken && i > 0 && p.isName(i-1): // "A eq tolower('x')"
		return p.function(i - 1)
	case t.kind == nullToken:
		return p.fixNull(p.unimplemented(p.span(i), noNull+lacking), i)
	case t.kind == nameToken && strings.EqualFold(p.word(i), "in") && (at == afterProperty || at == afterClause):
		return p.inList(i)
	case t.kind == nameToken && arithmetic[p.word(i)] && at != beforeOperand:
		return p.unimplemented(p.span(i), fmt.Sprintf("The service has no arithmetic: %s is not one of its operators.", quoted(p.word(i))))
	case t.fault == foreignSeparator && i > 0 && at != beforeOperand:
		switch p.word(i) {
		case "/":
			if p.isName(i - 1) {
				return p.unimplemented(p.span(i), "The service has no paths: a property holds one plain value.")
			}
			fallthrough
		case "+", "*", "-", "%":
			if n := p.tokens[i+1]; p.word(i) == "+" && at == beforeLiteral && n.start == t.end && symbolOf[n.kind] == literalSymbol {
				return p.unimplemented(p.span(i), "A number above 0 has no sign.").fix("remove the plus", p.span(i), "")
			}
			return p.unimplemented(p.span(i), fmt.Sprintf("The service has no arithmetic: %s is not one of its operators.", quoted(p.word(i))))
		}
	case t.fault == foreignSeparator && p.word(i) == "-" && at == beforeOperand:
		return p.unimplemented(p.span(i), "The service has no arithmetic: a minus sign stands only right before a number.")
	}
	return nil
}

// parenthesis finds one too many or one too few.
func (p *parser) parenthesis(i int) *SyntaxError {
	open := p.openAt(i)
	switch at := p.placeAt(i); {
	case p.tokens[i].kind == openToken && at == beforeLiteral && p.isGrouped(i): // "A eq (5)"
		group := Span{p.tokens[i].start, p.tokens[i+2].end}
		return p.refuse(group, "A literal stands without parentheses.").fix("remove them", group, p.word(i+1))
	case p.tokens[i].kind == opToken && at == afterClause && i >= 3 && p.isGrouped(i-3): // "(A) eq 5"
		group := Span{p.tokens[i-3].start, p.tokens[i-1].end}
		return p.refuse(group, "A property stands without parentheses.").fix("remove them", group, p.word(i-2))
	case p.isName(i) && at == afterClause && p.tokens[i+1].kind == opToken: // "A eq 1 B eq 2"
		return p.refuse(p.span(i), fmt.Sprintf("An and or an or is missing before %s.", quoted(p.word(i)))).
			fix("insert and", Span{p.tokens[i].start, p.tokens[i].start}, "and ")
	case p.tokens[i].kind == closeToken && open == 0 && (at == afterClause || at == afterProperty):
		return p.refuse(p.span(i), "This parenthesis closes nothing.").fix("remove it", p.span(i), "")
	case p.tokens[i].kind == endToken && open > 0 && (at == afterClause || at == afterProperty):
		e := p.refuse(p.span(i), fmt.Sprintf("%s not closed.", plural(open, "parenthesis is", "parentheses are")))
		end := p.tokens[i-1].end
		return e.fix("close it", Span{end, end}, strings.Repeat(")", open))
	}
	return nil
}

// isGrouped tells if token i opens parentheses round one operand.
func (p *parser) isGrouped(i int) bool {
	if i+2 >= len(p.tokens) || p.tokens[i].kind != openToken || p.tokens[i+2].kind != closeToken {
		return false
	}
	symbol := symbolOf[p.tokens[i+1].kind]
	return symbol == nameSymbol || symbol == literalSymbol
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
