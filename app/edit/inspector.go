package edit

import (
	"slices"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Inspector shows, creates and edits one entity.
type Inspector struct {
	Mode     InspectorMode
	Source   string
	Table    string
	Original *wire.EntityReply  // as stored; nil for a new one
	Profile  filterlang.Profile // whose limits hold
	PK, RK   string
	Rows     []PropertyRow
	Replace  bool // save replaces the whole entity; otherwise it merges
	Busy     bool
	Failed   *wire.Failure
	Size     int    // bytes of what is typed, by the formula of section 1.3
	KeyErr   string // what is wrong with the keys as typed
	Asked    string // whether a key shall be empty; the next press writes it so
	Problem  string // why the entity as a whole would be refused, e.g. its size
	Open     bool   // on a phone: the sheet is up
	Shut     bool   // the person closed it: going to another line does not open it
	Added    int    // counts rows that were added, for stable identities
	Kind     string // of a new entity: insert, or one of the upserts
	Meters   Meters
	Saved    *Change // what is pending of it, as the form shows it; nil for nothing
}

// InspectorMode is what the inspector does.
type InspectorMode uint8

// The modes.
const (
	Idle InspectorMode = iota
	Editing
	Creating
)

// PropertyRow is a property as typed.
type PropertyRow struct {
	ID   int // stable while the form is open
	Name string
	Type edm.Type
	Text string
	Err  string    // why the text is not a value of the type
	Gone bool      // marked for removal
	Form BytesForm // how the bytes of a Binary are written
	Said string    // what was understood, when the text does not say it itself

	BadName bool `json:"-"` // Err is about the name

	Offered bool `json:",omitempty"` // came with all that other entities have
}

// Sent reports whether the row is stored with the entity: one that is gone is not, nor one that nobody has begun.
func (r *PropertyRow) Sent() bool {
	return !r.Gone && (r.Text != "" || r.Name != "" && !r.Offered)
}

// FormOf is the inspector's form for an entity as stored. Saving it sends only what changed, until it takes a property away.
func FormOf(source, table string, e wire.EntityReply) Inspector {
	in := Inspector{Mode: Editing, Source: source, Table: table, Original: &e, PK: e.PartitionKey, RK: e.RowKey}
	return WithRows(in, e.Properties)
}

// Lessened is a form that replaces its entity where it has not all of its properties: a merge takes none away.
func Lessened(in Inspector) Inspector {
	if in.Mode == Editing && in.Original != nil && !in.Partial() {
		in.Replace = in.Replace || slices.ContainsFunc(in.Original.Properties, func(p wire.TextProperty) bool {
			return !slices.ContainsFunc(in.Rows, func(r PropertyRow) bool { return r.Name == p.Name && r.Sent() })
		})
	}
	return in
}

// Emptied is the inspector without its entity. It stays closed for whoever closed it.
func (in *Inspector) Emptied() *Inspector { return &Inspector{Shut: in.Shut} }

func AddProperty(in Inspector) Inspector {
	in.Added++
	in.Rows = append(in.Rows[:len(in.Rows):len(in.Rows)], PropertyRow{ID: in.Added, Type: edm.String})
	return in
}

// FormField returns the form with a row for a property, and the row's number.
func FormField(in Inspector, name string, t edm.Type) (Inspector, int) {
	if i := slices.IndexFunc(in.Rows, func(r PropertyRow) bool { return r.Name == name && !r.Gone }); i >= 0 {
		return in, in.Rows[i].ID
	}
	in = AddProperty(in)
	last := len(in.Rows) - 1
	in.Rows[last].Name, in.Rows[last].Type = name, t
	return Measured(in), in.Added
}

func ChangeRow(rows []PropertyRow, id int, change func(*PropertyRow)) []PropertyRow {
	out := append([]PropertyRow(nil), rows...)
	for i := range out {
		if out[i].ID == id {
			change(&out[i])
		}
	}
	return out
}

func Edited(in *Inspector) bool {
	if in.Mode == Creating && in.Saved == nil {
		return in.RK != "" || len(in.Rows) > 1 || len(in.Rows) == 1 && (in.Rows[0].Name != "" || in.Rows[0].Text != "")
	}
	var was []wire.TextProperty
	at := in.Key()
	switch {
	case in.Saved != nil && in.Saved.Kind != DeleteKind:
		was = in.Saved.Want
	case in.Original != nil:
		was = in.Original.Properties
	default:
		return false
	}
	if len(in.Rows) != len(was) || in.PK != at.PartitionKey || in.RK != at.RowKey {
		return true
	}
	for i, r := range in.Rows {
		if p := was[i]; r.Gone || r.Value() != p {
			return true
		}
	}
	return false
}

// Called names the entity of the form in a sentence.
func (in *Inspector) Called() string {
	if in.Mode == Creating {
		return "the new entity"
	}
	return page.KeyText(in.PK) + " / " + page.KeyText(in.RK)
}

// Dirty reports whether the form holds something that is not saved.
func (in *Inspector) Dirty() bool { return in.Mode != Idle && Edited(in) }

// WithProfile checks the form of an entity of a table anew when it became known that another engine answers.
func (in *Inspector) WithProfile(source, table string, profile filterlang.Profile) *Inspector {
	if in.Mode == Idle || in.Source != source || in.Table != table || in.Profile == profile {
		return in
	}
	next := *in
	next.Profile = profile
	next = Measured(next)
	return &next
}

// Measured checks every row of the form as the engine will and measures the entity that it makes.
func Measured(in Inspector) Inspector {
	in.KeyErr = ""
	if in.Mode == Creating || in.Moved() {
		in.KeyErr = page.Detail(engine.CheckKey(filterlang.PartitionKey, in.PK))
		if in.KeyErr == "" {
			in.KeyErr = page.Detail(engine.CheckKey(filterlang.RowKey, in.RK))
		}
		if err := engine.CheckFor(in.Profile, in.RK); err != nil && in.KeyErr == "" {
			in.KeyErr = page.Detail(err)
		}
	}
	rows := append([]PropertyRow(nil), in.Rows...)
	seen := map[string]bool{}
	var typed, good []engine.Property
	for i := range rows {
		r := &rows[i]
		r.Err, r.Said, r.BadName = "", "", false
		if !r.Sent() {
			if r.Offered && !r.Gone {
				r.Said = "empty: not stored"
			}
			continue
		}
		v, err := edm.ParseText(r.Type, r.Typed())
		switch {
		case r.Name == "":
			r.BadName, r.Err = true, "The property needs a name."
		case seen[r.Name]:
			r.BadName, r.Err = true, "Another property has this name; names are told apart by case."
		case err != nil:
			r.Err = words.Sentence(err.Error())
		case engine.CheckFor(in.Profile, "", r.Name) != nil:
			r.BadName, r.Err = true, page.Detail(engine.CheckFor(in.Profile, "", r.Name))
		default:
			p := engine.Property{Name: r.Name, Value: v}
			typed = append(typed, p)
			if r.Err = page.Detail(engine.CheckPropertyName(r.Name)); r.Err != "" {
				r.BadName = true
			} else {
				r.Err = page.Detail(engine.CheckValue(p))
			}
			if r.Err == "" {
				good = append(good, p)
				r.Said = SaidOf(r, v)
			}
		}
		seen[r.Name] = true
	}
	in.Rows, in.Meters = rows, metersOf(&in, typed)
	if in.KeyErr == "" {
		e, err := engine.NewEntity(in.PK, in.RK, 0, good)
		if in.Problem = page.Detail(err); err == nil {
			in.Size = e.Size()
		}
	}
	return in
}

// EmptyKey asks about keys that become empty, which is legal and seldom meant; "" when none does.
func (in *Inspector) EmptyKey() string {
	was, fresh := in.Key(), in.Mode == Creating && in.Saved == nil
	pk, rk := in.PK == "" && (fresh || was.PartitionKey != ""), in.RK == "" && (fresh || was.RowKey != "")
	which := "RowKey is"
	switch {
	case !pk && !rk:
		return ""
	case pk && rk:
		which = "PartitionKey and the RowKey are"
	case pk:
		which = "PartitionKey is"
	}
	return "The " + which + " empty, which is allowed. Press again to keep that."
}

// KeyField is the field of the key that is wrong.
func (in *Inspector) KeyField() string {
	if engine.CheckKey(filterlang.PartitionKey, in.PK) != nil {
		return "insp-pk"
	}
	return "insp-rk"
}

func Unchanged(e *wire.EntityReply, r PropertyRow) bool {
	for _, p := range e.Properties {
		if p.Name == r.Name {
			return p == r.Value()
		}
	}
	return false
}

// key is the entity that a form is about: as it is stored, or as it is pending.
func (in *Inspector) Key() EntityKey {
	k := EntityKey{in.Source, in.Table, in.PK, in.RK}
	switch {
	case in.Saved != nil:
		return in.Saved.EntityKey
	case in.Original != nil:
		k.PartitionKey, k.RowKey = in.Original.PartitionKey, in.Original.RowKey
	}
	return k
}

// pendingForm is the form of an entity as a change will leave it.
func PendingForm(c *Change) Inspector {
	if c.Base == nil {
		in := Inspector{Mode: Creating, Source: c.Source, Table: c.Table, PK: c.PartitionKey, RK: c.RowKey, Replace: true, Kind: c.Kind, Saved: c}
		return WithRows(in, c.Want)
	}
	in := Inspector{Mode: Editing, Source: c.Source, Table: c.Table, Original: c.Base, PK: c.PartitionKey, RK: c.RowKey, Replace: c.Kind != MergeKind, Saved: c}
	want := c.Want
	if c.Kind == DeleteKind {
		want = c.Base.Properties
	}
	return WithRows(in, want)
}

// withRows fills a form.
func WithRows(in Inspector, list []wire.TextProperty) Inspector {
	for _, p := range list {
		in.Added++
		in.Rows = append(in.Rows, PropertyRow{ID: in.Added, Name: p.Name, Type: p.Type, Text: p.Text})
	}
	return Measured(in)
}

// moved reports whether a form names another key than the stored entity has.
func (in *Inspector) Moved() bool {
	return in.Mode == Editing && in.Original != nil && (in.PK != in.Original.PartitionKey || in.RK != in.Original.RowKey)
}

// partial reports whether only some properties of the stored entity are known.
func (in *Inspector) Partial() bool { return in.Original != nil && in.Original.Partial }

// wanted is what a form makes of its entity; target is the field that is wrong when problem says something.
func (in *Inspector) Wanted(merge bool) (list []wire.TextProperty, target, problem string) {
	if in.KeyErr != "" {
		return nil, in.KeyField(), in.KeyErr
	}
	for _, r := range in.Rows {
		if !r.Sent() {
			continue
		}
		if r.Err != "" {
			return nil, "prop-text-" + words.Number(r.ID), r.Name + ": " + r.Err
		}
		list = append(list, r.Value())
	}
	if merge && in.Original != nil {
		for _, p := range in.Original.Properties {
			if PropertyOf(list, p.Name) == nil {
				list = append(list, p) // a merge takes nothing away
			}
		}
	}
	if in.Problem != "" {
		return nil, "insp-pk", in.Problem
	}
	return list, "", ""
}

// value is the property as it is sent: the text of the very value that was understood.
func (r *PropertyRow) Value() wire.TextProperty {
	text := r.Text
	if v, err := edm.ParseText(r.Type, r.Typed()); err == nil {
		text = v.Display()
	}
	return wire.TextProperty{Name: r.Name, Type: r.Type, Text: text}
}
