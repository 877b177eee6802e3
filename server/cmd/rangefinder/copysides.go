package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"rangefinder/engine"
	"rangefinder/engine/interchange"
	"rangefinder/engine/tablecopy"
	"rangefinder/filterlang"
)

// destination is where a copy goes.
type destination struct {
	tablecopy.Target
	name    string // of the account or place, for people
	account *remote
	path    string // of a place; "" for an account
	at      *place
}

// cutTable cuts TABLE@REST, and returns no table when there is no @, or the text is the name of a file.
func cutTable(text string) (table, rest string, err error) {
	table, rest, ok := strings.Cut(text, "@")
	if !ok {
		return "", text, nil
	}
	if _, err := os.Stat(text); err == nil {
		return "", text, nil
	}
	if rest == "" {
		return "", "", &usageError{fmt.Sprintf("%.60q does not say where the table is: write Orders@production or Orders@work.rangefinder.ndjson", text)}
	}
	return table, rest, checkTable(table)
}

// isPlace reports whether a text names a place: something that is there, or a path that can be made.
func isPlace(text string) bool {
	if _, err := os.Stat(text); err == nil {
		return true
	}
	return strings.ContainsAny(text, `/\.`)
}

// target finds what DST names. Nothing is opened yet: the table may have its name from the source.
func (o *copyOptions) target(text string) (*destination, error) {
	table, where, err := cutTable(text)
	if err != nil {
		return nil, err
	}
	d := &destination{name: where}
	d.Table = table
	if !o.names(where, o.say) && isPlace(where) {
		if _, err := os.Stat(where); err != nil && slices.Contains([]string{".csv", ".tsv", ".json", ".txt", ".gz", ".zip"}, strings.ToLower(filepath.Ext(where))) {
			return nil, &usageError{fmt.Sprintf("%.60s: a copy makes a workspace file, whose name ends in .ndjson; the page exports a table in other formats", where)}
		}
		d.path = where
		return d, nil
	}
	account, err := o.find(where, o.say)
	if err != nil {
		return nil, err
	}
	d.account, d.Service, d.Endpoint, d.Profile = account, account, account.endpoint, o.profileOf(account)
	if !o.dryRun {
		err = account.writable()
	}
	return d, err
}

// open opens the place, unless the source did.
func (d *destination) open(o *copyOptions, table string) error {
	if d.Table == "" {
		d.Table = table
	}
	if d.account != nil {
		return nil
	}
	if d.at == nil {
		at, err := openPlace(o.ctx, d.path, toCreate)
		if err != nil {
			return err
		}
		d.at = at
	}
	d.Service, d.Endpoint, d.Profile = d.at.DB, "file:"+d.path, filterlang.Emulator
	if o.profiled {
		d.Profile = o.profile
	}
	return nil
}

func (d *destination) close(changed bool) error {
	if d.at == nil {
		return nil
	}
	return d.at.close(changed)
}

// source returns what SRC names, all of it in memory.
func (o *copyOptions) source(text string, to *destination) (*engine.Snapshot, error) {
	table, where, err := cutTable(text)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(where)
	switch {
	case table != "" && o.names(where, o.say):
	case err == nil && info.Mode().IsRegular():
		return o.sourceFile(table, where, to)
	case err == nil || strings.HasSuffix(where, string(filepath.Separator)):
		if table == "" {
			return nil, &usageError{fmt.Sprintf("%.60s is a directory: write TABLE@%.60s", where, where)}
		}
		return o.sourcePlace(table, where, to)
	case table == "" && isPlace(where):
		return nil, missing(where, err)
	case table == "":
		return nil, &usageError{fmt.Sprintf("%.60q is not a file, and not a table and where it is: write Orders@production or Orders@work.rangefinder.ndjson", text)}
	}
	account, err := o.find(where, o.say)
	if err != nil {
		return nil, err
	}
	if to.account != nil && to.account.endpoint == account.endpoint && (to.Table == "" || strings.EqualFold(to.Table, table)) {
		return nil, &usageError{fmt.Sprintf("SRC and DST are both %s of %s", table, to.name)}
	}
	return o.gathered(o.ctx, account, table)
}

// sourcePlace returns a table of a workspace file or a data directory.
func (o *copyOptions) sourcePlace(table, path string, to *destination) (*engine.Snapshot, error) {
	if to.path != "" && samePath(path, to.path) {
		if to.Table == "" || strings.EqualFold(to.Table, table) {
			return nil, &usageError{fmt.Sprintf("SRC and DST are both %s in %s", table, path)}
		}
		at, err := openPlace(o.ctx, path, toWrite)
		if err != nil {
			return nil, err
		}
		if err := at.has(path, table); err != nil {
			return nil, errors.Join(err, at.close(false))
		}
		to.at = at // nobody may open it twice
		return o.gathered(o.ctx, at.DB, table)
	}
	at, err := openPlace(o.ctx, path, toRead)
	if err != nil {
		return nil, err
	}
	var s *engine.Snapshot
	if err = at.has(path, table); err == nil {
		s, err = o.gathered(o.ctx, at.DB, table)
	}
	if closed := at.close(false); err == nil {
		err = closed
	}
	return s, err
}

func samePath(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

// sourceFile returns the table of a file of any format. Of a file with several, table says which.
func (o *copyOptions) sourceFile(table, path string, to *destination) (*engine.Snapshot, error) {
	f, size, found, err := inspected(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if found.Format == interchange.Workspace {
		if table == "" {
			return nil, &usageError{fmt.Sprintf("%s is a workspace file: write TABLE@%s", path, path)}
		}
		return o.sourcePlace(table, path, to)
	}
	in, err := o.reading(found, table, path)
	if err != nil {
		return nil, err
	}
	if in.renamed != nil {
		o.say("no property can be called like these columns: " + strings.Join(in.renamed, ", "))
	}
	db, err := in.open(o.ctx, f, size, found)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return o.gathered(o.ctx, db, in.table)
}

// inspected opens a file of entities and finds out its format. Errors name the file.
func inspected(path string) (f *os.File, size int64, found *interchange.Inspection, err error) {
	if f, err = os.Open(path); err != nil {
		return nil, 0, nil, err
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case !info.Mode().IsRegular():
		err = fmt.Errorf("%s is not a file", path)
	default:
		size = info.Size()
		if found, err = interchange.Inspect(f, size, filepath.Base(path), interchange.Layout{}); err != nil {
			err = fmt.Errorf("%s: %w", path, err)
		}
	}
	if err != nil {
		f.Close()
		return nil, 0, nil, err
	}
	return f, size, found, nil
}

// fileKeys are the templates of keys for files that have none.
type fileKeys struct{ partition, row string }

// fileReading is how a file becomes a table.
type fileReading struct {
	table   string // in memory
	only    string // of a file with several tables; "" for all of it
	mapping *interchange.Mapping
	renamed []string // columns whose name is no legal name of a property
}

// reading says how a file is read: with the types that it proposes, and the keys that it has or that the flags make.
func (o *fileKeys) reading(found *interchange.Inspection, table, path string) (*fileReading, error) {
	in := &fileReading{table: table}
	var columns []interchange.Column
	for _, t := range found.Tables {
		switch {
		case len(found.Tables) == 1 || table != "" && strings.EqualFold(t.Name, table):
			columns = t.Columns
			if in.table == "" {
				in.table = t.Name
			}
			if found.Format == interchange.AzuriteDB {
				in.only = t.Name
			}
		case table == "":
			return nil, &usageError{fmt.Sprintf("%s has %s: write TABLE@%s", path, count(len(found.Tables), "table", "tables"), path)}
		}
	}
	if len(found.Tables) > 1 && in.only == "" {
		return nil, fmt.Errorf("%s has no table %s", path, table)
	}
	if engine.CheckTableName(in.table) != nil {
		return nil, &usageError{fmt.Sprintf("the name of %s gives no name of a table: write TABLE@%s", path, path)}
	}
	if found.PartitionKey != "" && o.partition == "" || found.RowKey != "" && o.row == "" {
		return nil, &usageError{fmt.Sprintf("%s has no columns PartitionKey and RowKey: `rangefinder copy` makes them by --partition-key and --row-key, as in --partition-key '%s' --row-key '%s'",
			path, orText(found.PartitionKey, "{PartitionKey}"), orText(found.RowKey, "{RowKey}"))}
	}
	in.mapping = &interchange.Mapping{PartitionKey: o.partition, RowKey: o.row}
	for _, c := range columns {
		if c.Property != "" {
			in.renamed = append(in.renamed, fmt.Sprintf("%.70q becomes the property %s", c.Name, c.Property))
		}
		if c.Property != "" || !c.Declared {
			in.mapping.Columns = append(in.mapping.Columns, interchange.ColumnMap{Source: c.Name, Property: c.Property, Type: c.Type})
		}
	}
	return in, nil
}

func orText(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

// open reads the file into a database of its own.
func (in *fileReading) open(ctx context.Context, f *os.File, size int64, found *interchange.Inspection) (*engine.DB, error) {
	db := engine.Open(engine.Options{})
	if err := db.CreateTable(ctx, in.table); err != nil {
		return nil, err
	}
	r := interchange.NewReader(f, size, interchange.ReaderOptions{Layout: found.Layout, Mapping: in.mapping, Table: in.table})
	return db, in.load(ctx, db, r)
}

// load reads the entities of a file. A row that is none ends it: a copy that leaves something out unsaid is worse than none.
func (in *fileReading) load(ctx context.Context, db *engine.DB, r *interchange.Reader) error {
	var list []engine.BulkEntity
	var lines []int
	flush := func() error {
		done, err := db.Bulk(ctx, in.table, list, engine.RefuseExisting)
		if err == nil && len(done.Refused) > 0 {
			bad := done.Refused[0]
			err = fmt.Errorf("line %d, entity (%q, %q): %w", lines[bad.Index], list[bad.Index].PartitionKey, list[bad.Index].RowKey, bad.Err)
		}
		list, lines = list[:0], lines[:0]
		return err
	}
	var e interchange.Entity
	for {
		err := r.Next(&e)
		if errors.Is(err, io.EOF) {
			return flush()
		}
		if err != nil {
			return err
		}
		if in.only != "" && !strings.EqualFold(e.Table, in.only) {
			continue
		}
		kept := e.BulkEntity
		kept.Properties = append([]engine.Property(nil), e.Properties...)
		list, lines = append(list, kept), append(lines, e.Line)
		if len(list) == 1000 {
			if err := flush(); err != nil {
				return err
			}
		}
	}
}
