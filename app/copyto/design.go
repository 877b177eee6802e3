package copyto

import (
	"rangefinder/app/keydesign/deploy"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// phrases are the words for what the dialog does.
type phrases struct{ label, table, plan, planning, writing, done, again string }

func (m *Model) words() phrases {
	to := place(m.ToSource)
	p := phrases{
		label: "Copy " + m.Table + " to…", table: "Table (created if missing)", plan: "Plan the copy", planning: "Planning the copy of " + m.Table,
		writing: "Copying " + m.Table + " to " + to, done: "Copied " + m.Table + " to " + m.ToTable, again: "Copy to…",
	}
	switch {
	case m.Import != nil:
		p.label = "Import " + words.Clip(m.Table, 60) + " into " + to
	case m.Checks:
		p = phrases{
			label: "Check the copies of " + m.Table, table: "Table with the entities", plan: "Check the copies", planning: "Checking the copies of " + m.ToTable,
			writing: "Mending the copies of " + m.ToTable, done: "Mended the copies of " + m.ToTable, again: "Check…",
		}
	case m.Design != nil:
		name := words.Quote(words.Clip(m.Design.Name, 60))
		p.label, p.plan = "Deploy design "+name+" of "+m.Table, "Plan the deployment"
		p.planning, p.writing, p.done, p.again = "Planning the tables of "+name, "Deploying "+name+" to "+to, "Deployed "+name+" as "+m.ToTable, "Deploy…"
	}
	return p
}

// deployment is what the worker is asked for a design; nil for none.
func (m *Model) deployment(req *wire.CopyToRequest) *wire.DeployRequest {
	d := m.Design
	if d == nil {
		return nil
	}
	return &wire.DeployRequest{
		Table: d.Table, Spec: d.Spec, Design: d.Design, ToSource: req.ToSource, ToEndpoint: req.ToEndpoint, ToTable: req.ToTable,
		Profile: req.Profile, Existing: req.Existing, Check: m.Checks,
	}
}

// drift says what a check found.
func (m *Model) drift() string {
	f := m.Plan.Found
	if n := f.Drifted(); n > 0 {
		return words.Count(n, "copy has", "copies have") + " drifted from " + words.Plural(n, "its entity", "their entities") + "."
	}
	return "Every copy matches its entity."
}

// drifts are the findings in lines of a name and a text.
func drifts(f *deploy.Found) (list [][2]string) {
	for _, part := range []struct {
		n          int
		name, text string
	}{
		{f.Missing, "Missing", "an entity asks for them"},
		{f.Stale, "Stale", "their entities say something else"},
		{f.Orphaned, "Orphaned", "no entity asks for them; they are deleted"},
		{f.Colliding, "Colliding", "two entities ask for the same copy, so it is left alone"},
		{f.Keyless, "Impossible", "a value has no place in the copy's key, or a list is too long"},
		{f.Foreign, "Foreign", "entities that belong to no part of this design are left alone"},
	} {
		if part.n > 0 {
			list = append(list, [2]string{part.name, words.Number(part.n) + ": " + part.text})
		}
	}
	if f.More {
		list = append(list, [2]string{"Not all", "more copies have drifted than one check mends; check again after these"})
	}
	return list
}

// kinds name what is wrong with a copy.
var kinds = [...]string{deploy.Missing: "missing", deploy.Stale: "stale", deploy.Orphaned: "orphaned"}

// exampleText names a copy that has drifted.
func exampleText(e *deploy.Example) string {
	text := kinds[e.Kind] + ": " + page.EntityName(e.Key.Partition, e.Key.Row) + ", index " + words.Number(e.Set)
	if e.Of != e.Key && e.Of.Partition+e.Of.Row != "" {
		text += ", of " + page.EntityName(e.Of.Partition, e.Of.Row)
	}
	return text
}
