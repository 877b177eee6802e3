package files

import (
	"cmp"
	"slices"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine"
	"rangefinder/engine/interchange"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Import is the import dialog: one file, how it is read and where it goes.
type Import struct {
	File    port.FileRef
	Rest    []port.FileRef // files that come after it
	Pasted  bool           // it is rows, for the table on screen when they have its keys
	AsData  bool           // it is imported even if it is a log
	Source  string         // account that its rows go to, "" for this browser
	Busy    bool
	Asked   int                     // numbers previews; answers to older ones are dropped
	Inspect *interchange.Inspection // nil until it came
	Layout  interchange.Layout
	Have    []string // tables of the file that are here already
	Table   string   // as typed, for files of one table
	Into    string   // what happens to that table, "" when that is not known
	Exists  bool     // it is here already
	Free    int      // where the numbers of keys would begin so that they meet nothing, 0 where that is not the trouble
	Columns []ImportColumn
	Find    string // what the names of the columns on screen hold
	PK, RK  string // templates
	Counter int    // what {#} in them begins with, 0 for 1
	Mend    bool   // characters that no key holds are replaced in keys, by Mender
	Policy  string // for keys that are here already: "skip", "replace", "merge", "refuse"
	Stop    bool   // at the first refused row
	Preview *wire.PreviewReply
}

// Mender stands in keys for the characters that no key holds.
const Mender = '_'

// ImportColumn is a column of the file and what becomes of it.
type ImportColumn struct {
	interchange.Column
	Property string
	Type     edm.Type
	Skip     bool
	Date     string   // form of its dates, one of Dates; "" for that of a DateTime
	Leave    bool     // a value that is not of Type is left out
	Chosen   bool     // a person chose the type
	There    edm.Type // that most values of the property have in the table, NoType where that is not known
}

// ImportColumnsShown is the most columns that are on screen at a time: a file of a schemaless table can have thousands.
const ImportColumnsShown = 100

// Found returns the places of the columns whose name holds what is looked for, at most ImportColumnsShown, and how many do.
func (im *Import) Found() (shown []int, all int) {
	find := strings.ToLower(im.Find)
	for i := range im.Columns {
		if !strings.Contains(strings.ToLower(im.Columns[i].Name), find) {
			continue
		}
		if all++; all <= ImportColumnsShown {
			shown = append(shown, i)
		}
	}
	return shown, all
}

// place is what the numbers of the file's rows count: "line", or "element" of a JSON array.
func (im *Import) place() string {
	if im.Inspect == nil {
		return "line"
	}
	return cmp.Or(im.Inspect.Place, "line")
}

// keyNotes say what the templates of the keys do: why they are proposed, or what the rows looked at say about others.
func (im *Import) keyNotes() (list []string) {
	in, r := im.Inspect, im.Preview
	proposed := func(template, of, key string) {
		for _, note := range in.KeyNotes {
			if template == of && strings.HasPrefix(note, key) {
				list = append(list, note)
			}
		}
	}
	rows := ""
	if r != nil && r.Sound > 0 {
		rows = words.Count(r.Sound, "row", "rows") + " looked at"
	}
	if proposed(im.PK, in.PartitionKey, filterlang.PartitionKey); rows != "" && im.PK != in.PartitionKey {
		list = append(list, filterlang.PartitionKey+" "+cmp.Or(im.PK, "{PartitionKey}")+": "+words.Count(r.Parts, "partition", "partitions")+" for the "+rows+".")
	}
	if proposed(im.RK, in.RowKey, filterlang.RowKey); rows != "" && im.RK != in.RowKey && r.Doubled == 0 {
		list = append(list, filterlang.RowKey+" "+cmp.Or(im.RK, "{RowKey}")+": no two of the "+rows+" have the same keys.")
	}
	return list
}

// notes say what the file cannot give, as it is read now.
func (im *Import) notes() []string {
	list, r := slices.Clone(im.Inspect.Notes), im.Preview
	if equal := im.Inspect.Equal; equal != "" && strings.Contains(im.RK, "{#") {
		list = append(list, equal)
	}
	_, lacking, _ := im.lacking()
	switch refused := im.Inspect.Refused; {
	case lacking != "": // said once, at the key
	case r == nil && refused != "":
		list = append(list, refused)
	case r != nil && r.Refused != "" && r.Illegal+len(r.Clashes) < r.Looked-r.Sound: // others are told at the offer to mend them
		list = append(list, words.Count(r.Looked-r.Sound, "row", "rows")+" of the "+words.Number(r.Looked)+" looked at will be refused. The first is "+r.Refused)
	}
	var nearly []string
	for i := range im.Columns {
		if c := &im.Columns[i]; c.Nearly != nil && c.Type == edm.String && !c.Skip {
			nearly = append(nearly, words.Clip(c.Name, 40)+" ("+c.Nearly.Type.String()+")")
		}
	}
	if len(nearly) > 0 && len(im.Columns) > columnsInView {
		list = append(list, "Imported as String because of a few values: "+strings.Join(nearly[:min(len(nearly), columnsInView)], ", ")+". The list of columns says which values, and offers the other type.")
	}
	if r != nil {
		for i, key := range [...]string{filterlang.PartitionKey, filterlang.RowKey} {
			if n := r.Empty[i]; n > 0 {
				list = append(list, words.Number(n)+" of the "+words.Count(r.Looked, "row", "rows")+" looked at "+words.Plural(n, "has", "have")+" an empty "+key+". An empty key is allowed, so "+words.Plural(n, "this row", "these rows")+" will be imported.")
			}
		}
	}
	return list
}

// broken says why the file cannot be read to its end, "" when it can or nobody knows yet, and how many rows can be imported.
func (im *Import) broken() (fault string, rows int) {
	if r := im.Preview; r != nil && r.Problem != "" {
		return cmp.Or(im.Inspect.Broken, strings.ToUpper(r.Problem[:1])+r.Problem[1:]), r.Sound
	}
	return im.Inspect.Broken, im.Inspect.Rows
}

// Many reports whether the file names its tables itself.
func (im *Import) Many() bool {
	return im.Layout.Format == interchange.Workspace || im.Layout.Format == interchange.AzuriteDB
}

// take fills the form from what the file's beginning tells.
func (im *Import) take(v *page.View, r *wire.InspectReply) {
	in := r.Inspection
	first := im.Inspect == nil
	im.Inspect, im.Layout, im.Have = &in, in.Layout, r.Existing
	im.PK, im.RK = in.PartitionKey, in.RowKey
	im.Columns = nil
	if im.Many() || len(in.Tables) == 0 {
		return
	}
	for _, c := range in.Tables[0].Columns {
		column := ImportColumn{Column: c, Property: c.Name, Type: c.Type}
		if c.Property != "" { // the column's name is none of a property
			column.Property = c.Property
		}
		if c.Declared {
			column.Type = edm.NoType // as the file says, value by value
		}
		switch c.Name {
		case filterlang.PartitionKey, filterlang.RowKey, filterlang.Timestamp:
			continue // keys have templates, the Timestamp is the service's
		}
		im.Columns = append(im.Columns, column)
	}
	if first {
		im.Table = cmp.Or(v.Missing, words.TableName(in.Tables[0].Name, im.File.Name))
		// Its rows may be on screen before it is listed.
		there := im.Source != "" || v.Table(v.Query.Table) != nil || v.Rows.Reply != nil && v.Rows.Source == "" && v.Rows.Table == v.Query.Table
		if im.Pasted && v.Query.Table != "" && there && hasKeys(in.Tables[0].Columns) {
			im.Table = v.Query.Table
		}
	}
}

// adopt gives columns the types that the table has for their properties, where all values can be read so and nobody chose another. It
// reports whether a type has changed.
func (im *Import) adopt(v *page.View) (changed bool) {
	im.Columns = slices.Clone(im.Columns)
	for i := range im.Columns {
		c := &im.Columns[i]
		c.There = im.typeThere(v, c.Property)
		if c.Chosen || c.Declared {
			continue
		}
		was := c.Type
		if c.Type = c.Column.Type; slices.Contains(c.Fits, c.There) {
			c.Type = c.There
		}
		changed = changed || c.Type != was
	}
	return changed
}

// typeThere is the type of most values of a property in the table that the file goes to.
func (im *Import) typeThere(v *page.View, property string) edm.Type {
	if met := im.met(im.Table); met != nil {
		return met.Types[property]
	}
	if r := v.Rows; r.Reply != nil && r.Source == im.Source && strings.EqualFold(r.Table, im.Table) {
		for _, c := range r.Reply.Columns {
			if c.Name == property {
				return c.Type
			}
		}
	}
	return edm.NoType
}

// differs says that a column gets another type than its values look like, or than the table has; "" for neither.
func (c *ImportColumn) differs(table string) string {
	t := c.Type
	if c.Declared && t == edm.NoType && !c.Mixed {
		t = c.Column.Type
	}
	switch {
	case c.There == edm.NoType || t == edm.NoType:
		return ""
	case t != c.There && slices.Contains(c.Fits, c.There):
		return "Most entities of " + table + " have it as " + c.There.String() + "."
	case t != c.There:
		return "Most entities of " + table + " have it as " + c.There.String() + ", which not every row fits."
	case t != c.Column.Type:
		return t.String() + ", as most entities of " + table + " have it. The values of the file alone look like " + c.Column.Type.String() + "."
	}
	return ""
}

// hasKeys reports whether columns hold both keys of an entity, in any case of letters.
func hasKeys(columns []interchange.Column) bool {
	has := func(key string) bool {
		return slices.ContainsFunc(columns, func(c interchange.Column) bool { return strings.EqualFold(c.Name, key) })
	}
	return has(filterlang.PartitionKey) && has(filterlang.RowKey)
}

// mapping is the form as the worker takes it, nil where the file says everything itself.
func (im *Import) mapping() *interchange.Mapping {
	if im.Many() {
		return nil
	}
	mp := &interchange.Mapping{PartitionKey: im.PK, RowKey: im.RK, Counter: max(im.Counter, 1)}
	for _, c := range im.Columns {
		if c.Skip || c.Property != c.Name || c.Type != edm.NoType {
			mp.Columns = append(mp.Columns, interchange.ColumnMap{Source: c.Name, Property: c.Property, Type: c.Type, Skip: c.Skip, Date: c.Date, Leave: c.Leave})
		}
	}
	if im.Mend {
		mp.Mend = Mender
	}
	if len(mp.Columns) == 0 && mp.PartitionKey == "" && mp.RowKey == "" && mp.Mend == 0 {
		return nil
	}
	return mp
}

// askPolicy has an import planned like one into an account, so that each entity that is there and different can be decided.
const askPolicy = "ask"

// asks reports whether a person decides about what is there already.
func (im *Import) asks() bool { return im.Policy == askPolicy && !im.Many() }

// request is the form as the worker takes it.
func (im *Import) request(v *page.View) wire.ImportRequest {
	req := wire.ImportRequest{Token: im.File.Token, Layout: im.Layout, Mapping: im.mapping(), OnExisting: im.Policy, StopAtError: im.Stop}
	if im.Policy == askPolicy { // a row whose key was in the file before is told of
		req.OnExisting = "refuse"
	}
	if !im.Many() {
		req.Table = im.Table
		if info := v.Table(im.Table); im.Source == "" && info != nil {
			req.Table = info.Name
		}
	}
	return req
}

// columnsInView is how many columns are in view without scrolling.
const columnsInView = 6

// noRow is the problem of a file none of whose rows can be taken: it would leave an empty table.
const noRow = "No row of this file can be imported."

// problem says why the file cannot go into the table that is named, "" when it can.
func (im *Import) problem(v *page.View) string {
	if im.Many() && im.Source != "" {
		return "A file of several tables can only be imported into this browser. Go to This browser, import it there, and copy its tables to " + im.Source + "."
	}
	if _, lacking, _ := im.lacking(); lacking != "" {
		return lacking
	}
	if im.barren() {
		return noRow
	}
	if im.Many() || im.Source == "" && v.Table(im.Table) != nil {
		return ""
	}
	return page.Detail(engine.CheckTableName(im.Table))
}

// faultAt is the field that a problem is about, "" for none.
func (im *Import) faultAt(problem string) string {
	switch field, lacking, _ := im.lacking(); problem {
	case noRow:
		return ""
	case lacking:
		return field
	}
	return "import-table"
}

// into says what happens to the table that the file goes to.
func (m *Model) into(v *page.View) *Model {
	im := *m.Import
	im.Into, im.Exists, im.Free = "", false, 0
	if im.Inspect != nil && !im.Many() && im.problem(v) == "" {
		im.Into = "The table " + im.Table + " will be created."
		if name, _, _ := strings.Cut(im.File.Name, "."); im.Table != name && im.Table == words.TableName("", name) {
			im.Into += " The name of a table has 3 to 63 letters and digits, and begins with a letter."
		}
		if im.Source != "" {
			im.Into = "The rows go into the table " + im.Table + " of " + im.Source + ", for everybody. Before anything is written you see what is there already, and each request is counted."
		} else if info := v.Table(im.Table); info != nil {
			im.Exists = true
			im.Into = "The table " + info.Name + " exists with " + words.Count(info.Entities, "entity", "entities") + ". " + im.meeting(info.Name) + "Type another name to keep them apart."
			if met := im.met(info.Name); met != nil && met.There > 0 && strings.Contains(im.RK, "{#") {
				im.Free = info.Entities + 1
			}
		}
	}
	if im.Into == m.Import.Into && im.Free == m.Import.Free {
		return m
	}
	f := *m
	f.Import = &im
	return &f
}
