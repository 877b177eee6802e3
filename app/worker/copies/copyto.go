package copies

import (
	"math/rand/v2"
	"strings"
	"sync"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine"
	"rangefinder/engine/tablecopy"
	"rangefinder/filterlang"
)

// copying is the copy into a table that was planned last.
type copying struct {
	turn   chan struct{} // holds one while something is done with it
	number int
	copies tablecopy.All
	source string   // of the tables that are written, "" for this browser
	tables []string // their names
}

// lastCopy holds the last.
type lastCopy struct {
	mu sync.Mutex
	of *copying
}

// browserTables stands for the address of the browser's own tables.
const browserTables = "browser:"

// CopyOptions returns the options of the steps of a copy.
func Options(j *worker.Job) tablecopy.Options {
	var at wire.Progress
	return tablecopy.Options{
		AtOnce: worker.AtOnce,
		Now:    j.Now,
		Yield:  func() error { return j.Rest(at) },
		Progress: func(p tablecopy.Progress) {
			at = wire.Progress{Done: p.Done, Total: p.Total, Requests: p.Requests}
			j.Tell(j.Now(), at)
		},
	}
}

// planCopyTo plans a copy and keeps it.
func planCopyTo(j *worker.Job, req wire.CopyToRequest) (*wire.CopyToPlan, error) {
	if req.Result == 0 && req.Import == nil && req.Source == req.ToSource && strings.EqualFold(req.Table, req.ToTable) {
		return nil, wire.Invalid("ToTable", "a table cannot be copied into itself")
	}
	var file *wire.ImportReply
	var source *engine.Snapshot
	read := 0
	var err error
	if req.Import != nil {
		source, file, err = fileCopy(j, req.Import)
	} else {
		source, read, err = copySource(j, req)
	}
	if err != nil {
		return nil, err
	}
	target, err := TargetOf(j, req.ToSource, req.ToEndpoint, req.ToTable, req.Profile)
	if err != nil {
		return nil, err
	}
	opt := Options(j)
	opt.Existing = req.Existing
	c, err := tablecopy.Prepare(j.Ctx, source, target, opt)
	if err != nil {
		return nil, worker.Answered(j.Ctx, err)
	}
	r := KeepPlan(j, tablecopy.All{c}, target, req.ToSource, req.ToTable)
	r.Read = read
	if file != nil {
		r.Rows, r.RowsRefused, r.FirstRows = file.Rows, file.Refused, file.First
	}
	return r, nil
}

// CopyTarget returns a table of an account, or of this browser when source is "", as a copy writes it. Errors: an account that is not
// there, and a table that is being loaded.
func TargetOf(j *worker.Job, source, endpoint, table string, profile filterlang.Profile) (tablecopy.Target, error) {
	target := tablecopy.Target{Service: j.DB(), Endpoint: browserTables, Table: table, Profile: filterlang.Emulator}
	if source != "" {
		a, err := j.ManyAt(source, endpoint)
		if err != nil {
			return target, err
		}
		target.Service, target.Endpoint, target.Profile = a, a.URL, profile
	} else if j.BeingMade(table) {
		return target, engine.Errorf(engine.TableAlreadyExists, "A table %s is being loaded.", table)
	}
	return target, nil
}

// KeepCopies keeps copies into a target that were planned, in the place of those before, and returns their plan.
func KeepPlan(j *worker.Job, copies tablecopy.All, to tablecopy.Target, source string, tables ...string) *wire.CopyToPlan {
	c := &copying{turn: make(chan struct{}, 1), number: j.NewNumber(), source: source, tables: tables, copies: copies}
	last := worker.Own[lastCopy](j)
	last.mu.Lock()
	last.of = c
	last.mu.Unlock()
	r := &wire.CopyToPlan{Copy: c.number, Plan: copies.Plan(), AtOnce: worker.WritesUnderWay(to.Service)}
	r.Plan.Refused, r.MoreRefused = firstOf(r.Plan.Refused)
	return r
}

// copySource is what is copied, in memory, and how many requests that took.
func copySource(j *worker.Job, req wire.CopyToRequest) (*engine.Snapshot, int, error) {
	switch {
	case req.Result != 0:
		s, err := resultCopy(j, req)
		return s, 0, err
	case req.Source == "":
		s, err := j.DB().Snapshot(req.Table)
		return s, 0, err
	}
	a, err := j.ManyAt(req.Source, req.Endpoint)
	if err != nil {
		return nil, 0, err
	}
	s, read, err := tablecopy.Gather(j.Ctx, a, req.Table, engine.Query{}, Options(j))
	return s, read, worker.Answered(j.Ctx, err)
}

// resultCopy is a table of what the lines of a result show: with $select only the properties that it names.
func resultCopy(j *worker.Job, req wire.CopyToRequest) (*engine.Snapshot, error) {
	r, err := j.Kept(req.Result)
	if err != nil {
		return nil, err
	}
	l, err := r.LinesIn(req.Order)
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for _, c := range r.Columns {
		names[c.Name] = true
	}
	db := engine.Open(engine.Options{Now: j.Now})
	if err := db.CreateTable(j.Ctx, req.Table); err != nil {
		return nil, err
	}
	list := make([]engine.BulkEntity, 0, engine.MaxBulk)
	var failed error
	flush := func() {
		if failed == nil && len(list) > 0 {
			_, failed = db.Bulk(j.Ctx, req.Table, list, engine.ReplaceExisting)
		}
		list = list[:0]
	}
	err = l.Scan(j, func(_ int, e *engine.Entity) {
		var kept []engine.Property
		for _, p := range e.Properties() {
			if !r.Selects || names[p.Name] {
				kept = append(kept, p)
			}
		}
		if list = append(list, engine.BulkEntity{PartitionKey: e.PartitionKey(), RowKey: e.RowKey(), Properties: kept}); len(list) == engine.MaxBulk {
			flush()
		}
	})
	if flush(); err == nil {
		err = failed
	}
	if err != nil {
		return nil, err
	}
	return db.Snapshot(req.Table)
}

// planned returns the copy of that number, which nobody else does anything with until release is called. It waits for whoever does.
func planned(j *worker.Job, number int) (c *copying, release func(), err error) {
	last := worker.Own[lastCopy](j)
	last.mu.Lock()
	c = last.of
	last.mu.Unlock()
	if c == nil || c.number != number {
		return nil, nil, &wire.Failure{Code: wire.CopyToGone, Message: "The plan of this copy is not here any more. Plan it again: what was written is found, and not written twice."}
	}
	select {
	case c.turn <- struct{}{}:
		return c, func() { <-c.turn }, nil
	case <-j.Ctx.Done():
		return nil, nil, j.Ctx.Err()
	}
}

// runCopyTo does what was planned.
func runCopyTo(j *worker.Job, req wire.CopyToRun) (*wire.CopyToReply, error) {
	c, release, err := planned(j, req.Copy)
	if err != nil {
		return nil, err
	}
	defer release()
	before := j.DB().Image()
	opt := Options(j)
	opt.AtOnce = worker.AtOnceJoined
	report, err := c.copies.Run(j.Ctx, opt)
	stopped, problem, err := j.Ended(err, report.Requests > 0)
	if err != nil {
		return nil, err
	}
	r := &wire.CopyToReply{Report: *report, Stopped: stopped, Problem: worker.Sentence(problem)}
	r.Report.Refused, r.MoreRefused = firstOf(report.Refused)
	r.Report.Changed, r.MoreChanged = firstOf(report.Changed)
	var all int
	if r.Wrote, all, err = c.copies.Wrote(j.Serving(), wire.MaxCopyKeys); err != nil {
		return nil, err
	}
	r.MoreWrote = all - len(r.Wrote)
	if c.source == "" && report.Requests > 0 {
		r.Undo = j.Undoable(func(j *worker.Job) error {
			image := j.DB().Image()
			for _, table := range c.tables {
				image = image.With(before, table)
			}
			if err := j.DB().Replace(j.Ctx, image); err != nil {
				return err
			}
			j.DropGone()
			return nil
		})
	}
	return r, nil
}

// verifyCopyTo reads back what a copy wrote.
func verifyCopyTo(j *worker.Job, req wire.CopyToVerify) (*wire.CopyToVerified, error) {
	c, release, err := planned(j, req.Copy)
	if err != nil {
		return nil, err
	}
	defer release()
	v, err := c.copies.Verify(j.Ctx, req.Sample, rand.Uint64(), Options(j))
	stopped := err != nil && j.Ctx.Err() != nil
	if err != nil && !stopped {
		return nil, worker.Answered(j.Ctx, err)
	}
	p := c.copies.Plan()
	r := &wire.CopyToVerified{Read: v.Read, Of: p.Writes() - p.Deletes + p.Equal, Missing: len(v.Missing), Changed: len(v.Changed), Requests: v.Requests, Stopped: stopped}
	r.FirstMissing, _ = firstOf(v.Missing)
	r.FirstChanged, _ = firstOf(v.Changed)
	r.Differs = v.Differs
	return r, nil
}

// leaveCopyTo frees what a copy holds.
func leaveCopyTo(j *worker.Job, req wire.CopyToRun) (wire.Done, error) {
	last := worker.Own[lastCopy](j)
	last.mu.Lock()
	defer last.mu.Unlock()
	if last.of != nil && last.of.number == req.Copy {
		last.of = nil
	}
	return wire.Done{}, nil
}

// firstOf is so much of a list as a reply holds, and how much it leaves out.
func firstOf[T any](list []T) (first []T, more int) {
	if n := len(list) - wire.MaxCopyKeys; n > 0 {
		return list[:wire.MaxCopyKeys], n
	}
	return list, 0
}
