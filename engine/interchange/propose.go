package interchange

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// conclude makes the inspection of what was gathered.
func (i *inspector) conclude(fileName string) {
	f := i.out.Format
	several := f == Workspace || f == AzuriteDB
	if len(i.tables) == 0 && !several {
		i.table("")
	}
	for _, t := range i.tables {
		out := TableInspection{Name: t.name}
		if !several {
			if out.Name = legalTable(i.listed); out.Name == "" {
				out.Name = fileTable(fileName)
			}
		}
		for _, c := range t.columns {
			out.Columns = append(out.Columns, i.column(t, c))
		}
		i.out.Tables = append(i.out.Tables, out)
	}
	if !several {
		i.keys(i.tables[0], i.out.Tables[0].Name)
	}
	i.notes()
}

// column proposes what to make of a column.
func (i *inspector) column(t *tableStats, c *columnStats) Column {
	out := Column{Name: c.name, Examples: c.examples, Missing: t.rows - c.present, Type: edm.String}
	c = c.typing()
	if c.present > 0 {
		for _, one := range edm.Types {
			if c.fits.has(one) {
				out.Fits = append(out.Fits, one)
			}
		}
	} else {
		out.Fits = append(out.Fits, edm.String)
	}
	if engine.CheckPropertyName(c.name) != nil && !reserved(c.name) {
		out.Property = legalProperty(c.name)
	}
	kinds, last := 0, edm.NoType
	for one, n := range c.declared {
		if n > 0 && edm.Type(one) != edm.NoType {
			kinds++
			last = edm.Type(one)
		}
	}
	info := i.out.Format.Info()
	switch {
	case reserved(c.name):
		out.Declared = info.Native
		if c.name == filterlang.Timestamp {
			out.Type = edm.DateTime
		}
	case (info.Native || i.out.Format == AzuriteDB) && kinds > 0:
		out.Type, out.Declared = last, true
		if kinds > 1 || i.out.Format == TypedCSV && c.untyped > 0 {
			out.Type, out.Mixed = edm.NoType, true
		}
	case i.out.Format == PlainJSON && c.mixed():
		out.Type = edm.NoType // the file says of each value whether it is a text
	case c.present > 0:
		if out.Type = c.proposed.narrowest(); out.Type == edm.String && (c.bare || i.out.Format == PlainJSON) {
			if out.Nearly = c.nearly(); out.Nearly != nil && out.Nearly.Read != "" {
				out.Fits = append(out.Fits, out.Nearly.Type)
				slices.Sort(out.Fits)
			}
		}
		if c.bare && out.Nearly == nil {
			out.Type, out.Why = c.numbers(out.Type)
		}
		if out.Type == edm.String && out.Why == "" && out.Nearly == nil && (c.bare || i.out.Format == PlainJSON) {
			out.Dates, out.Nearly, out.Why = c.dates(i.out.Place)
		}
	}
	return out
}

// legalProperty makes the name of a property of any text: "First name (de)" gives "First_name_de".
func legalProperty(text string) string {
	var b strings.Builder
	gap := false
	for _, r := range text {
		if r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			if gap && b.Len() > 0 || b.Len() == 0 && unicode.IsDigit(r) {
				b.WriteByte('_')
			}
			b.WriteRune(r)
			gap = false
		} else {
			gap = true
		}
	}
	name := b.String()
	for n := len(name); engine.CheckPropertyName(name) != nil; n-- {
		if n == 0 {
			return "Value"
		}
		name = strings.ToValidUTF8(name[:min(n, len(name))], "")
		if reserved(name) {
			return name + "_"
		}
	}
	return name
}

// keys proposes templates where the file has no columns of the exact names, with the reason.
func (i *inspector) keys(t *tableStats, table string) {
	row := i.key(t, filterlang.RowKey)
	if row == nil {
		i.out.RowKey, i.rowWhy = "{#:6}", "rows are numbered, because no column named like an id has a different value in each row"
		if c := t.idColumn(); c != nil {
			row, i.out.RowKey, i.rowWhy = c, "{"+c.name+"}", "every row looked at has a value of its own"
		}
	} else if row.name != filterlang.RowKey {
		i.out.RowKey = "{" + row.name + "}"
	}
	switch part := i.key(t, filterlang.PartitionKey); {
	case part == nil:
		i.out.PartitionKey = cmp.Or(strings.ToLower(table), "all")
		if c := t.ownerColumn(row, t.whole); c != nil {
			i.out.PartitionKey = "{" + c.name + "}"
			i.partitionWhy = "each value becomes a partition (" + strconv.Itoa(len(c.values)) + " for the " + count(c.present, "row") + " looked at), and its rows are read together"
		} else if c := t.ownerColumn(row, t.most); c != nil {
			i.out.Offer = c.offer(t, i.out.Format, i.out.Place)
			i.partitionWhy = "the same for every row, so there is one partition: not every row has a " + cut(c.name, 60) + " that can be a key"
		} else {
			i.partitionWhy = "the same for every row, so there is one partition: no text column has values that repeat often enough to group rows"
		}
	case part.name != filterlang.PartitionKey:
		i.out.PartitionKey = "{" + part.name + "}"
	}
}

// key returns the column for a key, by its name in any case and spacing; PK and RK are names of keys where a file has both.
func (i *inspector) key(t *tableStats, field string) *columnStats {
	if c := t.byName[field]; c != nil || t.rows == 0 && len(t.columns) == 0 {
		return c
	}
	for _, c := range t.columns {
		if t.whole(c) && strings.EqualFold(squeezed(c.name), field) {
			return c
		}
	}
	part, row := t.short("pk"), t.short("rk")
	switch {
	case part == nil || row == nil: // a pk alone is the primary key of another store
		return nil
	case field == filterlang.PartitionKey:
		return part
	}
	return row
}

// short returns the column of a name, in any case, that gives every row a key.
func (t *tableStats) short(name string) *columnStats {
	for _, c := range t.columns {
		if t.whole(c) && strings.EqualFold(c.name, name) {
			return c
		}
	}
	return nil
}

// idColumn returns a column whose name says that its values tell the rows apart, and whose values do.
func (t *tableStats) idColumn() *columnStats {
	for _, c := range t.columns {
		name := strings.ToLower(squeezed(c.name))
		named := strings.HasSuffix(name, "id") || strings.HasSuffix(name, "key") || strings.HasSuffix(name, "guid") ||
			name == "code" || name == "number" || name == "nr" || name == "no" || name == "isbn" || name == "sku"
		if named && t.whole(c) && len(c.values) == c.present {
			return c
		}
	}
	return nil
}

// owners are things whose rows are often asked for together, as names in lower case begin: "customerid" is no adjective, as "paid" is.
var owners = []string{"account", "client", "company", "customer", "device", "employee", "location", "member", "order", "organization", "parent", "patient", "player",
	"product", "project", "sensor", "session", "shop", "store", "student", "tenant", "user", "vehicle"}

// namesOwner reports whether the column's name says that its values are those of things that rows belong to, as CustomerId does.
func (c *columnStats) namesOwner() bool {
	for _, end := range []string{"Id", "ID", "_id", " id", "-id", "Key", "_key", "Code", "_code"} {
		if before, ok := strings.CutSuffix(c.name, end); ok && before != "" {
			return true
		}
	}
	before, ok := strings.CutSuffix(strings.ToLower(squeezed(c.name)), "id")
	return ok && slices.Contains(owners, before)
}

// ownerColumn returns the column whose rows belong together: that of the things that rows are about, such as CustomerId beside OrderId,
// or the first column of words that many rows share. Of several things it is the one with the most values, which makes the smallest
// partitions. usable says which columns give enough rows a key.
func (t *tableStats) ownerColumn(except *columnStats, usable func(*columnStats) bool) *columnStats {
	var owner *columnStats
	for _, c := range t.columns {
		if c != except && c.namesOwner() && !c.fits.has(edm.Boolean) && !c.fits.has(edm.DateTime) && usable(c) {
			if f := c.keyFit(); f.values >= 2 && f.values < f.rows && (owner == nil || len(c.values) > len(owner.values)) {
				owner = c
			}
		}
	}
	if owner == nil {
		owner = t.groupColumn(except, usable)
	}
	return owner
}

// groupColumn returns the first column of words that many rows share.
func (t *tableStats) groupColumn(except *columnStats, usable func(*columnStats) bool) *columnStats {
	for _, c := range t.columns {
		words := !c.fits.has(edm.Double) && !c.fits.has(edm.Boolean) && !c.fits.has(edm.DateTime) && !c.yesNo()
		if f := c.keyFit(); c != except && words && usable(c) && f.values >= 2 && f.values <= f.rows/2 {
			return c
		}
	}
	return nil
}

// notes says what the file cannot give.
func (i *inspector) notes() {
	if i.controls > 0 && i.out.Format == PlainCSV { // the others have types, or cannot have them unless they are meant
		i.note("Values of %d of the rows that were looked at have control characters, the first in %s. Look at the preview: a file that is not text makes no entities worth keeping.", i.controls, quotedName(i.control))
	}
	f := i.out.Format
	if f == ODataJSON && !i.annotated && i.out.Rows > 0 {
		i.note("The file has no types beside its values (odata=nometadata): Int64, DateTime, Guid and Binary arrive as String, and a Double without a fraction as Int32, unless you choose their types.")
	}
	for n, t := range i.out.Tables {
		i.columnNotes(i.tables[n], t)
	}
	if len(i.nested) > 0 && f == PlainJSON {
		i.note("%s objects or arrays; an entity cannot, so they arrive as the text of their JSON.", holders(i.nested))
	}
	if !i.out.Whole && (f == Workspace || f == AzuriteDB) {
		i.note("Only the beginning of the file was looked at: more tables may follow.")
	}
	i.equalNote()
	i.countKeyless()
	if i.bad > 0 {
		i.out.Refused = fmt.Sprintf("%s of the %s looked at will be refused. The first is %s %d: %s", count(i.bad, "row"), strconv.Itoa(i.out.Rows), i.out.Place, i.badRow.Line, i.badRow.Reason)
	}
	if i.ended != nil {
		text := i.ended.Reason
		if !i.ended.Truncated || i.ended.Whole {
			text = i.ended.Error()
			text = strings.ToUpper(text[:1]) + text[1:]
		}
		if i.note("%s", text); !i.ended.Whole { // of a field without its end the rest is read
			i.out.Broken = text
		}
	}
}

// countKeyless adds the rows without a key to the bad ones, where no template makes that key.
func (i *inspector) countKeyless() {
	several, own := i.out.Format == Workspace || i.out.Format == AzuriteDB, 0
	if several || i.out.PartitionKey == "" {
		own |= 1
	}
	if several || i.out.RowKey == "" {
		own |= 2
	}
	for lacks, n := range i.keyless {
		if lacks&own == 0 || n == 0 {
			continue
		}
		i.bad += n
		if at := i.keylessAt[lacks]; i.badRow == nil || at.Line < i.badRow.Line {
			i.badRow = at
		}
	}
}

func (i *inspector) columnNotes(t *tableStats, out TableInspection) {
	f := i.out.Format
	bare, partly := "", ""
	for n, c := range t.columns {
		c = c.typing()
		switch {
		case f != TypedCSV || reserved(c.name) || c.untyped == 0:
		case out.Columns[n].Declared:
			partly = c.name
		default:
			bare = c.name
		}
		if f == PlainJSON && c.mixed() {
			i.note("%s has values of several types, such as texts and numbers: each keeps its own.", quotedName(c.name))
		}
		if p := out.Columns[n].Property; p != "" {
			i.note("%s cannot be the name of a property; %s is proposed.", quotedName(c.name), p)
		}
	}
	if bare != "" {
		i.note("The type columns are empty, for example that of %s: what is not given a type here arrives as String.", quotedName(bare))
	}
	if partly != "" {
		i.note("Only some rows name a type, for example for %s: some versions of Storage Explorer write it in the first row alone. Choose the type to read all rows with it; otherwise the others arrive as String.", quotedName(partly))
	}
	for _, key := range [...]struct{ field, template, why string }{{filterlang.PartitionKey, i.out.PartitionKey, i.partitionWhy}, {filterlang.RowKey, i.out.RowKey, i.rowWhy}} {
		if t.rows > 0 && t.byName[key.field] == nil && key.template != "" {
			why := ""
			if key.why != "" {
				why = ": " + key.why
			}
			i.out.KeyNotes = append(i.out.KeyNotes, fmt.Sprintf("%s %s%s.", key.field, key.template, why))
		}
	}
}

// holders names the first columns of a list before what they hold: "“a” and “b” hold".
func holders(names []string) string {
	if len(names) == 1 {
		return quotedName(names[0]) + " holds"
	}
	const most = 3
	var list []string
	for _, name := range names[:min(len(names), most)] {
		list = append(list, quotedName(name))
	}
	if more := len(names) - most; more > 0 {
		list = append(list, strconv.Itoa(more)+" more")
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " and " + list[last] + " hold"
}

func quotedName(name string) string { return "“" + cut(name, 60) + "”" }
