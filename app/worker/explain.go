package worker

import (
	"slices"
	"sync"

	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Bounds on what one Explain works out, so that it stays within a keystroke: every filter of a rewrite is parsed, planned
// and counted.
const (
	maxCosted    = 24      // filters of rewrites in all
	maxStretches = 256     // of a plan
	maxEqual     = 200_000 // entities of a table whose properties are compared with its keys: some 20 ms, once after a commit
	maxVain      = 20_000  // entities that are read to know whether values of another type would match, in all
	maxSearched  = 100     // partitions of a table that are searched for one RowKey, some microseconds each
	maxWords     = 3       // of a filter that are looked for in the keys
	maxHolders   = 10      // of them that are named
)

// explained remembers the census of the table that was explained last: it changes only with a commit.
type explained struct {
	mu     sync.Mutex
	table  string
	seq    uint64
	census *filterlang.Census
	looked map[string]bool // properties of which it is known whether they hold a key
}

// equals is the census of a snapshot that tells which of the properties that a filter compares hold a key of each entity.
func (e *explained) equals(s *engine.Snapshot, filter filterlang.Expr) *filterlang.Census {
	census := e.of(s)
	e.mu.Lock()
	defer e.mu.Unlock()
	var ask []string
	for _, n := range filterlang.Nodes(filter, wire.MaxNodes) {
		if c, ok := n.Expr.(*filterlang.Comparison); ok && c.Literal.Type() == edm.String && !e.looked[c.Property] {
			e.looked[c.Property] = true
			if i := slices.IndexFunc(census.Properties, func(p filterlang.PropertyCensus) bool { return p.Name == c.Property }); i >= 0 && census.Properties[i].Count == census.Entities {
				ask = append(ask, c.Property)
			}
		}
	}
	if len(ask) == 0 || s.Len() > maxEqual {
		return census
	}
	next := *census
	next.Properties = slices.Clone(census.Properties)
	for name, key := range s.EqualKeys(ask) {
		for i := range next.Properties {
			if next.Properties[i].Name == name {
				next.Properties[i].Equals = key
			}
		}
	}
	if e.table == s.Table() && e.seq == s.Seq() {
		e.census = &next
	}
	return &next
}

// of returns the census of a snapshot.
func (e *explained) of(s *engine.Snapshot) *filterlang.Census {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.census == nil || e.table != s.Table() || e.seq != s.Seq() {
		c := s.Census()
		e.table, e.seq, e.census, e.looked = s.Table(), s.Seq(), &c, map[string]bool{}
	}
	return e.census
}

// learn puts exact numbers into the census of a snapshot, unless another is remembered by now.
func (e *explained) learn(s *engine.Snapshot, property string, c engine.ValueCount) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.census == nil || e.table != s.Table() || e.seq != s.Seq() {
		return
	}
	census := *e.census // who has it reads on
	census.Properties = slices.Clone(census.Properties)
	for i := range census.Properties {
		if p := &census.Properties[i]; p.Name == property {
			p.Distinct, p.Longest, p.Exact = c.Distinct, c.Longest, true
		}
	}
	e.census = &census
}

// CensusOf returns the census of a snapshot, with what was learned of it.
func (j *Job) CensusOf(s *engine.Snapshot) *filterlang.Census { return j.explained.of(s) }

// Learn puts exact numbers into the census of a snapshot, unless another is remembered by now.
func (j *Job) Learn(s *engine.Snapshot, property string, c engine.ValueCount) {
	j.explained.learn(s, property, c)
}

// explain answers everything about a plan that needs no scan. It never yields, so that it is over within a slice of a scan.
func (j *Job) explain(req wire.QueryRequest) (*wire.ExplainReply, error) {
	if req.Source != "" {
		return j.explainLive(req)
	}
	s, err := j.DB().Snapshot(req.Table)
	if err != nil {
		return nil, err
	}
	plan, err := j.PlanOf(req)
	if err != nil {
		return nil, err
	}
	x := s.Explain(plan)
	r := &wire.ExplainReply{
		Entities:   x.Entities,
		Partitions: x.Partitions,
		Cost:       CostOf(x.Service),
		Ideal:      CostOf(x.Ideal),
		Reads:      stretches(x.Reads),
		IdealReads: stretches(x.IdealReads),
		Conjuncts:  make([]wire.ConjunctCount, len(x.Keys)),
		Findings:   []wire.Finding{},
	}
	if req.Top == engine.NoEntities { // the service answers without reading
		r.Cost.Examined, r.Cost.Partitions, r.Reads = 0, 0, []wire.Stretch{}
	}
	for i, keys := range x.Keys {
		r.Conjuncts[i].Keys = keys
	}
	known := plan.Profile != filterlang.Cosmos
	if !known {
		unpredicted(r)
	}
	budget, reads := maxCosted, maxVain
	for _, f := range filterlang.Findings(plan, within(s, plan, x, holders(s, plan, j.explained.equals(s, plan.Filter)))) {
		if f.Kind == filterlang.MixedTypes && len(f.Rewrites) > 0 && known {
			if reads -= 2 * x.Service.Examined; reads >= 0 && vain(j, s, plan, f.Rewrites[0].Filters[0]) {
				continue
			}
		}
		out := wire.Finding{Finding: f, Costs: make([]wire.Cost, len(f.Rewrites))}
		for i, w := range f.Rewrites {
			if budget -= len(w.Filters); budget >= 0 && known {
				out.Costs[i] = rewriteCost(s, w)
			} else if !known {
				out.Costs[i] = wire.Cost{Class: classOf(plan.Profile, w.Filters), Examined: wire.Unknown, Partitions: wire.Unknown, Queries: len(w.Filters)}
			}
		}
		r.Findings = append(r.Findings, out)
	}
	return r, nil
}

// within is a census that tells how much a plan reads of the table, or of the partition that it names.
func within(s *engine.Snapshot, plan *filterlang.Plan, x engine.Explanation, census *filterlang.Census) *filterlang.Census {
	told := *census
	told.Read, told.Within = x.Service.Examined, x.Entities
	if key, single := plan.Range.Partition.Single(); single {
		p, _ := s.Partition(key)
		told.Within = p.Count
	}
	return &told
}

// holders is a census that tells which partitions have the RowKey that a plan asks for without a PartitionKey, and which keys have the words
// of the filter that are no property.
func holders(s *engine.Snapshot, plan *filterlang.Plan, census *filterlang.Census) *filterlang.Census {
	if s.Partitions() > maxSearched {
		return census
	}
	told := *census
	for _, n := range filterlang.Nodes(plan.Filter, wire.MaxNodes) {
		word, ok := n.Expr.(*filterlang.BoolProperty)
		if !ok || len(told.Keys) == maxWords || slices.Contains(census.Names(), word.Property) {
			continue
		}
		var keys []string
		if _, ok := s.Partition(word.Property); ok {
			keys = append(keys, filterlang.PartitionKey)
		}
		if len(s.HoldersOf(word.Property, maxSearched)) > 0 {
			keys = append(keys, filterlang.RowKey)
		}
		if told.Keys == nil {
			told.Keys = map[string][]string{}
		}
		told.Keys[word.Property] = keys
	}
	rowKey, ok := plan.RowAlone()
	if !ok || plan.Profile == filterlang.Cosmos {
		return &told
	}
	told.Sought, told.Holders = rowKey, s.HoldersOf(rowKey, maxHolders)
	return &told
}

// vain reports whether a filter that differs in the type of one literal returns just what the plan does: to say that values of that type
// never match would lead nowhere.
func vain(j *Job, s *engine.Snapshot, plan *filterlang.Plan, filter string) bool {
	e, err := filterlang.Parse(filter)
	if err != nil {
		return false
	}
	now, err := s.Match(j.Ctx, plan, engine.MatchOptions{})
	if err != nil {
		return false
	}
	then, err := s.Match(j.Ctx, filterlang.NewPlan(e), engine.MatchOptions{})
	return err == nil && now.Returned == then.Returned
}

// PlanOf parses and plans a request's query. The plan of the newest text is remembered: a key asks for it three times.
func (j *Job) PlanOf(req wire.QueryRequest) (*filterlang.Plan, error) {
	plan, err := j.DB().Plan(engine.Query{Filter: req.Filter, Select: req.Select, Top: req.Top})
	if err != nil || req.Profile != filterlang.Cosmos {
		return plan, err
	}
	return req.Profile.Plan(plan.Filter), nil
}

func CostOf(c engine.Cost) wire.Cost {
	return wire.Cost{Class: c.Class, Examined: c.Examined, Partitions: c.Partitions, Queries: c.Queries, Estimated: !c.Exact}
}

// stretches cuts a list of ranges to what a screen can show.
func stretches(list []engine.Stretch) []wire.Stretch {
	out := make([]wire.Stretch, 0, min(len(list), maxStretches))
	for _, s := range list {
		if len(out) == maxStretches {
			break
		}
		out = append(out, wire.Stretch{From: s.From, To: s.To})
	}
	return out
}

// rewriteCost sums what the service would do for a rewrite's filters. The class is the worst of them.
func rewriteCost(s *engine.Snapshot, w filterlang.Rewrite) wire.Cost {
	var sum wire.Cost
	for _, text := range w.Filters {
		e, err := filterlang.Parse(text)
		if err != nil {
			return wire.Cost{}
		}
		c := s.ServiceCost(filterlang.NewPlan(e))
		sum.Class = max(sum.Class, c.Class)
		sum.Examined += c.Examined
		sum.Partitions += c.Partitions
		sum.Queries += c.Queries
		sum.Estimated = sum.Estimated || !c.Exact
	}
	return sum
}

// match scans what the plan reads and counts.
func (j *Job) match(req wire.QueryRequest) (*wire.MatchReply, error) {
	if req.Source != "" {
		return nil, Uncounted()
	}
	s, err := j.DB().Snapshot(req.Table)
	if err != nil {
		return nil, err
	}
	plan, err := j.PlanOf(req)
	if err != nil {
		return nil, err
	}
	if req.Buckets < 0 || req.Buckets > maxBuckets {
		return nil, wire.Invalid("Buckets", "the key map counts matches in at most 4096 buckets")
	}
	view := viewOf(req.View, s.Len())
	opt := engine.MatchOptions{Top: req.Top}
	if view.To > view.From {
		opt.View, opt.Buckets = engine.Stretch{From: view.From, To: view.To}, req.Buckets
	}
	var at wire.Progress
	opt.Progress = func(examined, total, matched int) { at = wire.Progress{Done: examined, Total: total, Found: matched} }
	opt.Yield = func() error { return j.Pause(at.Done, at.Total, at.Found) }
	m, err := s.Match(j.Ctx, plan, opt)
	if err != nil {
		return nil, err
	}
	ticks := m.Ticks
	if opt.Buckets == 0 {
		ticks = make([]int, req.Buckets)
	}
	if req.Top == engine.NoEntities {
		m.Returned, m.Bytes, m.RoundTrips = 0, 0, 1
	}
	parallel := 0
	if queries := plan.Parallel(); plan.Profile != filterlang.Cosmos && len(queries) > 0 {
		if req.Top == engine.NoEntities {
			parallel = len(queries)
		} else if parallel, err = s.ParallelTrips(j.Ctx, queries, &m, opt); err != nil {
			return nil, err
		}
	}
	kept, err := j.countKept(s, plan, req)
	if err != nil {
		return nil, err
	}
	limited, err := j.limited(s, plan, req, m.Returned)
	if err != nil {
		return nil, err
	}
	return &wire.MatchReply{
		Returned:   m.Returned,
		Limited:    limited,
		RoundTrips: m.RoundTrips,
		Parallel:   parallel,
		Bytes:      m.Bytes,
		Mismatched: m.Mismatched,
		Cumulative: m.Cumulative,
		Alone:      m.Alone,
		Ticks:      ticks,
		Step:       req.Step,
		Kept:       kept,
		Micros:     m.Elapsed.Microseconds(),
	}, nil
}

// limited is what a run reads to the request's limit, nil where that is everything.
func (j *Job) limited(s *engine.Snapshot, plan *filterlang.Plan, req wire.QueryRequest, returned int) (*wire.RunStats, error) {
	if req.Limit <= 0 || req.Limit >= returned || plan.Profile == filterlang.Cosmos {
		return nil, nil
	}
	found, err := s.Run(j.Ctx, engine.Query{Filter: req.Filter, Top: req.Top}, engine.RunOptions{Plan: plan, Enough: req.Limit, Yield: func() error { return j.Pause(0, 0, 0) }})
	if err != nil {
		return nil, err
	}
	stats := statsOf(found.Stats)
	return &stats, nil
}

// countKept counts what the step of a query keeps of what its filter returns: it reads that as a run would.
func (j *Job) countKept(s *engine.Snapshot, plan *filterlang.Plan, req wire.QueryRequest) (n int, err error) {
	steps, problem := filterlang.ParseSteps(req.Step)
	if problem != "" {
		return 0, wire.Invalid("Step", problem)
	}
	if len(steps) == 0 {
		return 0, nil
	}
	rest := func() error { return j.Pause(0, 0, 0) }
	found, err := s.Run(j.Ctx, engine.Query{Filter: req.Filter, Top: req.Top}, engine.RunOptions{Plan: plan, Yield: rest})
	for first := 0; err == nil && first < found.Len(); {
		entities := found.Window(first, 1000)
		for i := range entities {
			if keeps(steps, &entities[i]) {
				n++
			}
		}
		first += len(entities)
		err = rest()
	}
	return n, err
}

// census answers the property census.
func (j *Job) census(req wire.TableRequest) (*wire.CensusReply, error) {
	if req.Source != "" {
		return &wire.CensusReply{Census: j.live.tallyOf(req.Source, req.Table).Census()}, nil
	}
	s, err := j.DB().Snapshot(req.Table)
	if err != nil {
		return nil, err
	}
	return &wire.CensusReply{Census: *j.explained.of(s)}, nil
}
