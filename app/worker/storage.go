package worker

import "slices"

// storage tells where the workspace is kept.
func (j *job) storage(Done) (*StorageInfo, error) {
	info := StorageInfo{}
	if j.cfg.Storage != nil {
		info = j.cfg.Storage(j.ctx)
	}
	s := j.cfg.DB.Storage()
	info.Durable = s.Durable
	info.Log = s.Log
	if s.Failed != "" {
		info.Failed = s.Failed
	}
	m := &j.shared.memory
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.forgotten) > 0 {
		info.Damage = slices.DeleteFunc(slices.Clone(info.Damage), func(d DamageInfo) bool { return m.forgotten[d.File] })
	}
	return &info, nil
}

// forgetDamage deletes a damaged file that was put aside.
func (j *job) forgetDamage(req DamageRequest) (Done, error) {
	if err := j.cfg.DB.ForgetDamage(req.File); err != nil {
		return Done{}, err
	}
	m := &j.shared.memory
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.forgotten == nil {
		m.forgotten = map[string]bool{}
	}
	m.forgotten[req.File] = true
	return Done{}, nil
}
