package interchange

import (
	"encoding/base64"
	"io"
	"strings"

	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// azuriteSource reads Azurite's table database: a LokiJS file with one collection for each table, called account$Table, and
// one called $TABLES_COLLECTION$ before them that lists the tables. An entity's properties are an object of their own in it,
// annotated as on the wire, except that the text of a Guid is in Base64.
type azuriteSource struct {
	w     window
	s     scanner
	o     *ReaderOptions
	place place
	count int // of the entity read last, in the whole file

	collection string
	table      string
	accounts   map[string]string // by lower-cased table: the account whose tables keep their name
}

// place is where in the file the next byte is.
type place uint8

const (
	inRoot place = iota
	inCollections
	inCollection
	inTables // $TABLES_COLLECTION$
	inEntities
)

const tablesCollection = "$TABLES_COLLECTION$"

func (a *azuriteSource) columns() *columns { return a.s.columns }
func (a *azuriteSource) annotated() bool   { return a.s.annotated }

func (a *azuriteSource) next(r *row) error {
	for {
		c, err := a.w.peek()
		if err != nil || c == 0 {
			return a.at(listFault(&a.w, err, 0, ""))
		}
		if c == ',' {
			a.w.i++
			continue
		}
		done, err := a.step(r, c)
		if err == io.EOF {
			return err
		}
		if done {
			a.count++
			r.line, r.end, r.table = a.count, a.w.offset(a.w.i), a.table
			if _, fatal := err.(*FileError); !fatal && r.end <= a.o.Offset {
				continue // an earlier Reader has read it
			}
			return a.at(err)
		}
		if err != nil {
			return a.at(err)
		}
	}
}

func (a *azuriteSource) at(err error) error {
	if f, ok := err.(*FileError); ok {
		f.Line = a.count
	}
	return err
}

// step goes on at the byte c; done is true after an entity, good or bad.
func (a *azuriteSource) step(r *row, c byte) (done bool, err error) {
	switch a.place {
	case inEntities, inTables:
		if c == ']' {
			a.w.i++
			a.place = inCollection
			return false, nil
		}
		if a.place == inTables {
			return false, a.listed(c)
		}
		return true, a.entity(r, c)
	case inCollections:
		switch c {
		case ']':
			return false, io.EOF
		case '{':
			a.w.i++
			a.place, a.collection = inCollection, ""
			return false, nil
		}
		return false, listFault(&a.w, nil, c, "A collection is not an object.")
	case inCollection:
		if c == '}' {
			a.w.i++
			a.place = inCollections
			return false, nil
		}
	default:
		if c == '{' {
			a.w.i++
			return false, nil
		}
		if c == '}' {
			return false, io.EOF
		}
	}
	return false, a.member(c)
}

// member takes a member of the root or of a collection.
func (a *azuriteSource) member(c byte) error {
	name, err := memberName(&a.w, &a.s)
	if err != nil {
		return err
	}
	if c, err = a.w.peek(); err != nil {
		return err
	}
	switch {
	case a.place == inRoot && name == "collections" && c == '[':
		a.w.i++
		a.place = inCollections
		return nil
	case a.place == inCollection && name == "name" && c == '"':
		text, err := shortText(&a.w, &a.s)
		a.collection = strings.Clone(text)
		return err
	case a.place == inCollection && name == "data" && c == '[' && a.collection == tablesCollection:
		a.w.i++
		a.place = inTables
		return nil
	case a.place == inCollection && name == "data" && c == '[':
		account, table, ok := strings.Cut(a.collection, "$")
		if !ok || account == "" || table == "" {
			break
		}
		a.w.i++
		a.place, a.table = inEntities, a.tableName(account, table)
		if a.o.Begin != nil && a.w.offset(a.w.i) > a.o.Offset {
			return a.o.Begin(a.table)
		}
		return nil
	}
	return a.w.skipLong()
}

// tableName returns the name that a table gets here: its own, or with the account's before it where another account has a
// table of that name.
func (a *azuriteSource) tableName(account, table string) string {
	if a.accounts == nil {
		a.accounts = map[string]string{}
	}
	folded := strings.ToLower(table)
	if _, ok := a.accounts[folded]; !ok {
		a.accounts[folded] = account
	}
	if a.accounts[folded] == account {
		return table
	}
	if c := account[0]; '0' <= c && c <= '9' {
		account = "a" + account
	}
	return cutName(account + table)
}

// listed takes an entry of the list of tables: the account that comes first keeps the names of its tables.
func (a *azuriteSource) listed(c byte) error {
	if err := a.object(c); err != nil {
		if _, fatal := err.(*FileError); fatal {
			return err
		}
		return nil // an entry that cannot be read names no account: its table keeps its name unless another has it
	}
	cs := a.s.columns
	account, table := cs.cell(cs.named("account"), a.s.cells), cs.cell(cs.named("table"), a.s.cells)
	if account != nil && table != nil && account.text != "" {
		a.tableName(strings.Clone(account.text), strings.Clone(table.text))
	}
	return nil
}

// object reads the object at c into the scanner's cells.
func (a *azuriteSource) object(c byte) error {
	a.s.nested = true
	l := listSource{w: a.w, s: a.s}
	var r row
	err := l.element(&r, c)
	a.w, a.s = l.w, l.s
	return err
}

// entity reads an entry of a table's collection: the entity is its member "properties".
func (a *azuriteSource) entity(r *row, c byte) error {
	if err := a.object(c); err != nil {
		return err
	}
	cs := a.s.columns
	properties := cs.cell(cs.named("properties"), a.s.cells)
	if properties == nil || properties.kind != kindNested || properties.text[0] != '{' {
		return &RowError{Reason: `The entry has no object "properties".`}
	}
	var keys [2]string
	for i, name := range [...]string{filterlang.PartitionKey, filterlang.RowKey} {
		if key := cs.cell(cs.named(name), a.s.cells); key != nil && key.kind == kindString {
			keys[i] = key.text
		}
	}
	raw := []byte(properties.text)
	a.s.nested = false
	a.s.begin()
	if _, f := a.s.object(raw, 0); f != fine {
		return &RowError{Reason: "The properties are not a JSON object. " + a.s.why}
	}
	if a.s.flaw != nil {
		return a.s.flaw
	}
	for i, name := range [...]string{filterlang.PartitionKey, filterlang.RowKey} {
		if col := cs.named(name); col.row != cs.row {
			col.row, col.at = cs.row, len(a.s.cells)
			a.s.cells = append(a.s.cells, cell{col, keys[i], kindString})
		}
	}
	for i := range a.s.cells {
		if c := &a.s.cells[i]; c.column.declaredRow == cs.row && c.column.declared == edm.Guid && len(c.text) != 36 {
			if b, err := base64.StdEncoding.DecodeString(c.text); err == nil && len(b) == 36 {
				c.text = string(b)
			}
		}
	}
	r.cells = a.s.cells
	return nil
}
