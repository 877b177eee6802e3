package filterlang

import (
	"slices"
	"strings"
	"unicode"

	"rangefinder/filterlang/edm"
)

// powerShellVerbs begin the names of PowerShell's commands that have to do with entities: Get-AzTableRow, Where-Object.
var powerShellVerbs = []string{"get", "set", "new", "add", "remove", "update", "invoke", "where", "select", "import", "export", "foreach"}

// commandOf says which command a text is: "a PowerShell command" for Get-AzTableRow and the like, others for az and curl, "" for none.
func commandOf(text string) string {
	text = strings.TrimSpace(text)
	if variable, command, ok := strings.Cut(text, "="); ok && strings.HasPrefix(text, "$") && nameEnd(variable, 1) == len(strings.TrimRight(variable, " ")) {
		text = strings.TrimSpace(command)
	}
	word, rest := firstWord(text)
	next := rest[:nameEnd(rest, 0)]
	if sqlOperators[next] != "" { // of an expression, "Set-Price gt 4"
		return ""
	}
	if verb, noun, ok := strings.Cut(word, "-"); ok {
		if len(noun) > 2 && nameEnd(noun, 0) == len(noun) && slices.Contains(powerShellVerbs, strings.ToLower(verb)) {
			return "a PowerShell command"
		}
		return ""
	}
	if rest == "" || strings.ContainsAny(rest[:1], "=<>!&|") {
		return ""
	}
	if word == "az" && (next == "storage" || next == "cosmosdb") {
		return "a command of the Azure CLI"
	}
	if slices.Contains([]string{"curl", "wget"}, word) {
		return "a " + word + " command"
	}
	return ""
}

// fromCommand reads the filter of a command: that of an option or of an address, and the keys that options name.
func fromCommand(text string, depth int) (*SQL, bool) {
	q := &SQL{Top: -1, Command: commandOf(text)}
	if q.Command == "" || len(text) > maxSpoken {
		return nil, false
	}
	plain := strings.NewReplacer("`$", "$", "\\$", "$").Replace(text)
	if address := addressIn(plain); address != "" {
		if found, ok := fromURL(address, depth); ok {
			found.URL, found.Command = false, q.Command
			return found, isFilter(found.Filter)
		}
	}
	var parts []string
	add := func(filter string, lost ...string) {
		if strings.Contains(filter, " or ") {
			filter = "(" + filter + ")"
		}
		if q.Lost = append(q.Lost, lost...); filter != "" {
			parts = append(parts, filter)
		}
	}
	for _, name := range []string{"-CustomFilter", "-Filter", "--filter"} {
		if value, ok := argument(text, name); ok {
			filter, lost := withPlaceholders(mended(value, depth))
			if filter == "" {
				return nil, false
			}
			add(filter, lost...)
		}
	}
	for _, key := range [][2]string{{"-PartitionKey", PartitionKey}, {"--partition-key", PartitionKey}, {"-RowKey", RowKey}, {"--row-key", RowKey}} {
		if value, ok := argument(text, key[0]); ok {
			filter, lost := withPlaceholders(key[1] + " eq " + edm.NewString(value).Literal())
			add(filter, lost...)
		}
	}
	if name, ok := argument(text, "-ColumnName"); ok {
		value, given := argument(text, "-Value")
		named, _ := argument(text, "-Operator")
		filter, lost := withPlaceholders(name + " " + generatedOps[strings.ToLower(named)] + " " + edm.NewString(value).Literal())
		if !given || filter == "" {
			return nil, false
		}
		add(filter, lost...)
	}
	if word, condition := firstWord(text[strings.LastIndexByte(text, '|')+1:]); slices.Contains([]string{"where-object", "where", "?"}, strings.ToLower(word)) {
		filter := powerShell(condition)
		if filter == "" { // Rating -gt 4
			filter = mended(spoken(condition), depth)
		}
		if filter == "" || !isFilter(filter) {
			return nil, false
		}
		add(filter)
	}
	lower := strings.ToLower(text)
	if q.Filter = strings.Join(parts, " and "); q.Filter == "" && !strings.Contains(lower, "get-aztablerow") && !strings.Contains(lower, "az storage entity query") || !isFilter(q.Filter) {
		return nil, false
	}
	q.Table, _ = argument(text, "--table-name")
	q.options(text)
	return q, true
}

// argument is what follows an option of a command, without its quotes. PowerShell does not tell capitals from small letters.
func argument(text, option string) (value string, ok bool) {
	at := 1
	for ; ; at++ {
		end := at + len(option)
		if end >= len(text) {
			return "", false
		}
		if strings.EqualFold(text[at:end], option) && unicode.IsSpace(rune(text[at-1])) && strings.IndexByte(" =\t\n", text[end]) >= 0 {
			at = end
			break
		}
	}
	rest := strings.TrimLeft(text[at:], " =\t\n")
	if rest == "" || !strings.ContainsRune("'\"", rune(rest[0])) {
		value, _ = firstWord(rest)
		return value, value != ""
	}
	var b strings.Builder
	for i := 1; i < len(rest); i++ {
		switch c := rest[i]; {
		case c == rest[0] && c == '\'' && strings.HasPrefix(rest[i+1:], "'"), rest[0] == '"' && (c == '`' || c == '\\') && i+1 < len(rest):
			i++
			b.WriteByte(rest[i])
		case c == rest[0]:
			return b.String(), true
		default:
			b.WriteByte(c)
		}
	}
	return "", false
}
