package filterlang

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"rangefinder/filterlang/edm"
)

// quotedFilter is the filter that stands in code as a text, of `filter: $"PartitionKey eq '{pk}'"` PartitionKey eq '{pk}', with a sentence
// for each value that only the program knows; "" when there is none.
func quotedFilter(text string) (filter string, lost []string) {
	at := strings.IndexAny(text, "\"`")
	if at < 0 || slices.Contains([]string{"eq", "ne", "gt", "ge", "lt", "le", "like", "=", "==", ">", "<"}, lastWord(text[:at])) && !strings.ContainsAny(text[at:], "'") {
		return "", nil
	}
	var b strings.Builder
	for quote := text[at]; ; {
		end := at + 1
		for ; end < len(text) && text[end] != quote; end++ {
			if text[end] == '\\' && end+1 < len(text) {
				end++
			}
			b.WriteByte(text[end])
		}
		if end >= len(text) {
			return "", nil
		}
		rest := strings.TrimLeft(text[end+1:], " \t\r\n")
		if rest == "" || rest[0] != '+' {
			break
		}
		next := strings.IndexAny(rest, "\"`")
		name, ends := strings.TrimSpace(rest[1:max(next, 1)]), next >= 0
		if !ends {
			name = strings.TrimSpace(strings.TrimRight(rest[1:], "; \t\r\n"))
		}
		if name = strings.TrimSpace(strings.TrimRight(name, "+")); name != "" {
			b.WriteString("{" + name + "}")
		}
		if !ends {
			break
		}
		at = len(text) - len(rest) + next
		quote = text[at]
	}
	return withPlaceholders(b.String())
}

// fromCode reads an address of one entity, and code that holds a filter.
func (q *SQL) fromCode(text string, depth int) {
	if q.Table, q.Filter = entityNamed(text, depth); q.Filter != "" {
		return
	}
	if address := addressIn(text); address != "" {
		if found, ok := fromURL(address, depth); ok {
			*q = *found
			return
		}
	}
	q.URL, q.Code = false, true
	if q.Filter, q.Lost = quotedFilter(withValues(text)); q.Filter == "" {
		q.Filter = powerShell(text)
	}
	if q.Filter != "" {
		q.options(text)
	}
}

// addressIn is the address with a filter that a command or code holds, of `curl 'https://…?$filter=…' -H …` what stands in the quotes; ""
// when there is none.
func addressIn(text string) string {
	at := strings.Index(text, "$filter=")
	if at < 0 {
		return ""
	}
	if from := strings.LastIndex(text[:at], "://"); from >= 0 && !strings.ContainsAny(text[from:at], " \t\n\"'`") {
		at = strings.LastIndexAny(text[:from], " \t\n\"'`(") + 1
	}
	before := strings.TrimSuffix(text[:at], "\\")
	if before == "" || !strings.Contains(" \t\n\"'`(", before[len(before)-1:]) {
		return ""
	}
	return cutBefore(text[at:], before[len(before)-1:])
}

// withValues is code with the values that it writes for itself where a filter takes them: {"a"} and ${4} as 'a' and 4, and @name as the
// value that "parameters" gives it.
func withValues(text string) string {
	given := map[string]string{}
	if at := strings.Index(text, "parameters"); at >= 0 {
		if before, inside, after, ok := braces(text, at); ok {
			for pair := range strings.SplitSeq(inside, ",") {
				name, value, _ := strings.Cut(pair, ":")
				if value, ok := literalOf(value); ok {
					given[strings.Trim(name, " \t\r\n'\"")] = value
				}
			}
			text = before + after
		}
	}
	var out []byte
	for i := 0; i < len(text); i++ {
		value, ok, end := "", false, 0
		switch text[i] {
		case '{':
			if end = strings.IndexByte(text[i:min(len(text), i+maxPlaceholder)], '}'); end > 0 {
				value, ok = literalOf(text[i+1 : i+end])
			}
		case '@':
			end = nameEnd(text, i+1) - 1 - i
			value, ok = given[text[i+1:i+1+max(end, 0)]]
		}
		if !ok {
			out = append(out, text[i])
			continue
		}
		if out = bytes.TrimSuffix(out, []byte("$")); bytes.HasSuffix(out, []byte("'")) { // the filter has the quotes
			value = strings.Trim(value, "'")
		}
		out = append(out, value...)
		i += end
	}
	return string(out)
}

// braces is what stands before, within and behind the first braces from a place on.
func braces(text string, at int) (before, inside, after string, ok bool) {
	from := strings.IndexByte(text[at:], '{')
	if from < 0 {
		return "", "", "", false
	}
	inside, after, ok = strings.Cut(text[at+from+1:], "}")
	return text[:at+from], inside, after, ok
}

// literalOf is a value of code as a filter has it.
func literalOf(code string) (literal string, ok bool) {
	code = strings.TrimSpace(code)
	if len(code) > 1 && strings.ContainsRune("'\"", rune(code[0])) && strings.IndexByte(code[1:], code[0]) == len(code)-2 {
		return edm.NewString(code[1 : len(code)-1]).Literal(), true
	}
	_, err := strconv.ParseFloat(code, 64)
	return code, err == nil || code == "true" || code == "false"
}

// compared is code in which the comparisons of texts that C# writes as calls are comparisons: RowKey.CompareTo("a") >= 0, and
// string.Compare(RowKey, "a") >= 0, are RowKey >= "a".
func compared(text string) string {
	const word = "Compare"
	named := func(r rune) bool { return r == '.' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, word)
		if !found {
			return b.String() + text
		}
		call, args, _ := strings.Cut(rest, "(")
		args, rest, closed := strings.Cut(args, ")")
		rest = strings.TrimLeft(rest, " \t\r\n")
		op := rest[:len(rest)-len(strings.TrimLeft(rest, "<>=!"))]
		rest, zero := strings.CutPrefix(strings.TrimLeft(rest[len(op):], " "), "0")
		start := len(strings.TrimRightFunc(before, named)) // of what the method is called on
		name, value, _ := strings.Cut(args, ",")
		if call == "To" {
			name, value = strings.TrimSuffix(before[start:], "."), args
		}
		value, _, _ = strings.Cut(value, ",") // and not how
		if !closed || !zero || op == "" || name == "" || call != "" && call != "To" && call != "Ordinal" {
			b.WriteString(before + word)
			text = text[len(before)+len(word):]
			continue
		}
		b.WriteString(before[:start] + strings.TrimSpace(name) + " " + op + " " + strings.TrimSpace(value))
		text = rest
	}
}

// powerShell is the filter that the condition of Where-Object says: of `{ $_.Rating -gt 4 }` Rating gt 4; "" for anything else.
func powerShell(text string) string {
	if !strings.Contains(text, "$_.") || len(text) > maxSpoken {
		return ""
	}
	if from, to := strings.IndexByte(text, '{'), strings.LastIndexByte(text, '}'); from >= 0 && from < to {
		text = text[from+1 : to]
	}
	if said := strings.TrimSpace(spoken(strings.ReplaceAll(text, "$_.", ""))); isFilter(said) {
		return said
	}
	return ""
}

// entityNamed is the filter of an address of one entity: of "Movies(PartitionKey='a',RowKey='b')" PartitionKey eq 'a' and RowKey eq 'b'.
func entityNamed(text string, depth int) (table, filter string) {
	path, keys, ok := strings.Cut(unescaped(text), "(PartitionKey=")
	end := strings.LastIndexByte(keys, ')')
	if !ok || end < 0 || strings.TrimSpace(keys[end+1:]) != "" {
		return "", ""
	}
	if filter = mended("PartitionKey="+keys[:end], depth); !isFilter(filter) {
		return "", ""
	}
	return path[strings.LastIndexByte(path, '/')+1:], filter
}

// lastWord is what stands last in a text, between spaces.
func lastWord(text string) string {
	words := strings.Fields(text)
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

// withPlaceholders is a filter in which a program was to put values, with a text for each: {pk} becomes '{pk}'.
func withPlaceholders(text string) (filter string, lost []string) {
	var b strings.Builder
	inText := false
	for i := 0; i < len(text); {
		if text[i] == '\'' {
			inText = !inText
		}
		name := placeholderAt(text[i:])
		if name == "" {
			b.WriteByte(text[i])
			i++
			continue
		}
		if says := placeholderSays(name); !slices.Contains(lost, says) {
			lost = append(lost, says)
		}
		if i += len(name); inText {
			b.WriteString(name)
		} else {
			b.WriteString(edm.NewString(name).Literal())
		}
	}
	if filter = b.String(); !slices.ContainsFunc(strings.Fields(filter), func(word string) bool { return opNamed(word) != Eq || word == "eq" }) || !isFilter(filter) {
		return "", nil // "Drama" is a value, and no filter
	}
	return filter, lost
}

func placeholderSays(name string) string {
	return coded(name) + " stands for a value that only the program knows: write the value in its place."
}

// maxPlaceholder is the longest placeholder, in bytes: the text is searched for one at each of its bytes.
const maxPlaceholder = 80

// placeholderAt is what a text begins with that a program replaces by a value: {pk}, ${pk}, {0}, @pk, %s, ?; "" for anything else.
func placeholderAt(text string) string {
	text = text[:min(len(text), maxPlaceholder)]
	open := strings.TrimPrefix(text, "$")
	switch {
	case strings.HasPrefix(open, "{{"):
		if end := strings.Index(open, "}}"); end > 2 {
			return text[:len(text)-len(open)+end+2]
		}
	case strings.HasPrefix(open, "{"):
		if end := strings.IndexByte(open, '}'); end > 1 && !strings.ContainsAny(open[1:end], "'{:\"") {
			return text[:len(text)-len(open)+end+1]
		}
	case strings.HasPrefix(text, "@"), strings.HasPrefix(text, "$"):
		if end := nameEnd(text, 1); end > 1 {
			return text[:end]
		}
	case strings.HasPrefix(text, "%s"), strings.HasPrefix(text, "%d"), strings.HasPrefix(text, "%v"), strings.HasPrefix(text, "%q"):
		return text[:2]
	}
	return ""
}

// generated reads TableQuery.GenerateFilterCondition("A", QueryComparisons.Equal, "x") and CombineFilters of such; false where there is
// none, or a piece of one is missing. Signs between the pieces may be missing.
func (s *sqlReader) generated() (filter string, ok bool) {
	for ; !s.ends(); s.at++ {
		switch word := strings.ToLower(s.peek().text); {
		case strings.HasPrefix(word, "generatefiltercondition"):
			return s.generatedOne()
		case word == "combinefilters":
			s.at++
			left, ok := s.generated()
			join := s.named(map[string]string{"and": "and", "or": "or"})
			right, also := s.generated()
			s.take(")")
			if !ok || !also || join == "" {
				return "", false
			}
			return "(" + left + ") " + join + " (" + right + ")", true
		}
	}
	return "", false
}

// named goes to the next of some words, and behind it.
func (s *sqlReader) named(words map[string]string) string {
	for ; !s.ends(); s.at++ {
		if w := words[strings.ToLower(s.peek().text)]; w != "" {
			s.at++
			return w
		}
	}
	return ""
}

var generatedOps = map[string]string{"equal": "eq", "notequal": "ne", "greaterthan": "gt", "greaterthanorequal": "ge", "lessthan": "lt", "lessthanorequal": "le"}

func (s *sqlReader) generatedOne() (filter string, ok bool) {
	s.at++
	property := ""
	for ; !s.ends() && generatedOps[strings.ToLower(s.peek().text)] == ""; s.at++ {
		if w := s.peek(); w.kind == 's' || w.kind == 'n' && !w.is("QueryComparisons") && !w.is("nameof") {
			property = w.text
		}
	}
	op := s.named(generatedOps)
	s.take(",")
	if property == "" || op == "" || s.ends() || nameEnd(property, 0) != len(property) {
		return "", false
	}
	value := ""
	switch w := s.peek(); {
	case w.kind == 'n' && !w.quoted && !w.is("true") && !w.is("false"):
		for depth := 0; !s.ends() && !(depth == 0 && (s.peek().is(")") || s.peek().is(","))); s.at++ {
			if s.peek().is("(") {
				depth++
			} else if s.peek().is(")") {
				depth--
			}
			value += s.peek().text
		}
		s.lose(placeholderSays(value))
		value = edm.NewString(value).Literal()
	default:
		value = s.value()
	}
	s.take(")")
	return property + " " + op + " " + value, !s.failed
}

// spell reads FRM as FROM, and WERE as WHERE, in a statement that has no other.
func (s *sqlReader) spell() {
	if w := s.words[0]; w.kind != 'n' || len(s.words) < 3 || !w.is("select") && !oneEdit(strings.ToLower(w.text), "select") {
		return
	}
	from := s.spelt("from", 1)
	if !s.words[0].is("select") {
		if from < 0 {
			return
		}
		s.spelt("select", 0)
	}
	if from > 0 {
		s.spelt("where", from+2)
	}
}

// spelt is where a keyword stands from a word on, -1 for nowhere. One that is written in another way becomes it.
func (s *sqlReader) spelt(keyword string, from int) int {
	for i := from; i < len(s.words); i++ {
		if s.words[i].is(keyword) {
			return i
		}
	}
	for i := from; i < len(s.words); i++ {
		if w := s.words[i]; w.kind == 'n' && !w.quoted && oneEdit(strings.ToLower(w.text), keyword) && (i == 0 || !s.words[i-1].is(",") && !s.words[i-1].is(".")) {
			s.lose(coded(w.text) + " is read as " + strings.ToUpper(keyword) + ".")
			s.words[i].text = keyword
			return i
		}
	}
	return -1
}
