package worker

import (
	"cmp"
	"slices"

	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/engine/stable"
)

// storage tells where the workspace is kept.
func (j *Job) storage(wire.Done) (*wire.StorageInfo, error) {
	info := wire.StorageInfo{}
	if j.cfg.Storage != nil {
		info = j.cfg.Storage(j.Ctx)
	}
	s := j.DB().Storage()
	info.Durable = s.Durable
	info.Log = s.Log
	if s.Failed != "" {
		info.Failed = s.Failed
	}
	if info.Full = s.Full != ""; info.Full {
		info.Largest = j.largest()
	}
	m := &j.shared.memory
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.forgotten) > 0 {
		info.Damage = slices.DeleteFunc(slices.Clone(info.Damage), func(d wire.DamageInfo) bool { return m.forgotten[d.File] })
	}
	return &info, nil
}

// beginAnew makes a new workspace where the log of one is missing.
func (j *Job) beginAnew(wire.Done) (wire.Done, error) {
	if j.cfg.BeginAnew == nil {
		return wire.Done{}, engine.Errorf(engine.InvalidInput, "Nothing is missing in this browser's storage.")
	}
	return wire.Done{}, j.cfg.BeginAnew(j.Ctx)
}

// largest lists the tables and snapshots that take most.
func (j *Job) largest() []wire.Held {
	var list []wire.Held
	if r, err := j.tables(wire.SourceRequest{}); err == nil {
		for _, t := range r.Tables {
			list = append(list, wire.Held{Name: t.Name, Bytes: t.Bytes})
		}
	}
	for _, c := range j.DB().Checkpoints() {
		list = append(list, wire.Held{Name: c.Name, Snapshot: true, Bytes: c.Bytes})
	}
	stable.Sort(list, func(a, b wire.Held) int { return cmp.Compare(b.Bytes, a.Bytes) })
	return list[:min(len(list), 5)]
}

// forgetDamage deletes a damaged file that was put aside.
func (j *Job) forgetDamage(req wire.DamageRequest) (wire.Done, error) {
	if err := j.DB().ForgetDamage(req.File); err != nil {
		return wire.Done{}, err
	}
	m := &j.shared.memory
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.forgotten == nil {
		m.forgotten = map[string]bool{}
	}
	m.forgotten[req.File] = true
	return wire.Done{}, nil
}
