package interchange

import (
	"strings"

	"rangefinder/engine"
)

// fileTable returns the table that the name of a file speaks of, "" when it names none: "Movies.typed.csv",
// "Movies (2).json", and of AzCopy "account_Movies_20140903T051850.8128447Z_0_0_C3040FE8.json" all give "Movies".
func fileTable(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	if parts := strings.Split(name, "_"); len(parts) >= 6 && len(parts[2]) > 9 && parts[2][8] == 'T' {
		return legalTable(parts[1])
	}
	if name == "__azurite_db_table__.json" {
		return ""
	}
	if i := strings.IndexByte(name, '.'); i >= 0 {
		name = name[:i]
	}
	if i := strings.LastIndex(name, " ("); i > 0 && strings.HasSuffix(name, ")") {
		name = name[:i]
	}
	return legalTable(name)
}

// legalTable makes a table's name of a text by leaving out what cannot be in it; "" when nothing is left.
func legalTable(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		if letter := 'a' <= c|0x20 && c|0x20 <= 'z'; letter || b.Len() > 0 && '0' <= c && c <= '9' {
			b.WriteByte(c)
		}
	}
	name := cutName(b.String())
	if engine.CheckTableName(name) != nil {
		return ""
	}
	return name
}

// cutName shortens a table's name to the 63 characters that it may have.
func cutName(name string) string { return name[:min(len(name), 63)] }
