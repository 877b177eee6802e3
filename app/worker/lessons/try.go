package lessons

import (
	"strconv"
	"strings"

	"rangefinder/app/lesson"
	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine"
)

// try does an attempt at a step and judges it.
func try(j *worker.Job, req wire.TryRequest) (*wire.TryReply, error) {
	r := j.Room()
	if r == nil {
		return nil, &wire.Failure{Code: wire.RoomGone, Message: "No lesson is open."}
	}
	if req.Step < 0 || req.Step >= len(r.Lesson.Steps) {
		return nil, wire.Invalid("Step", "the lesson has "+strconv.Itoa(len(r.Lesson.Steps))+" steps")
	}
	step := r.Lesson.Steps[req.Step]
	attempt, err := attemptOf(&step, req)
	if err != nil {
		return &wire.TryReply{Judged: req.Judge, Why: err.Error()}, nil
	}
	// Queries are about what is on screen, whoever made it; what a design or a script does begins with the lesson's own data.
	account := r.Begun()
	if attempt.Queries != nil {
		account = r.DB().Image()
	}
	judged := step
	if !req.Judge {
		judged.Checks = nil
	}
	byHand := r.ByHand()
	hand := req.Judge && byHand && attempt.Script != nil && statesOnly(&step)
	if hand {
		seen := step
		seen.Hidden = nil // what was changed by hand cannot be done again on other data
		v, err := lesson.CheckStep(j.Breathing(), &seen, &lesson.Attempt{Table: attempt.Table, Script: []lesson.Action{}}, r.DB().Image())
		if err != nil {
			return nil, err
		}
		if v.Passed {
			reply := replyOf(&v, attempt, req.Judge)
			reply.ByHand, reply.Micros = true, j.Micros()
			return reply, nil
		}
	}
	v, err := lesson.Judge(j.Breathing(), &judged, attempt, account, r.Begun())
	if err != nil {
		return nil, err
	}
	reply := replyOf(&v, attempt, req.Judge)
	reply.FirstPage = req.Query != nil && req.Query.Top > 0
	if v.Keyed != nil {
		if pattern := step.Shown(); pattern != "" {
			if reply.Filter, err = v.Keyed.Filter(pattern); err != nil {
				return nil, err
			}
		}
		if reply.Shown, err = showKeyed(j, r, v.Keyed, attempt.Table, reply.Filter); err != nil {
			return nil, err
		}
	}
	if v.Played != nil {
		if err := r.Refurnish(j, v.Played.After); err != nil {
			return nil, err
		}
		reply.Shown, reply.Gone = touched(attempt.Script), byHand
	}
	reply.Micros = j.Micros()
	return reply, nil
}

// attempt reads what the learner wrote.
func attemptOf(step *lesson.Step, req wire.TryRequest) (*lesson.Attempt, error) {
	table := ""
	if step.Start != nil {
		table = step.Start.Table
	}
	if q := req.Query; q != nil {
		return &lesson.Attempt{Table: q.Table, Queries: []lesson.Query{{Filter: q.Filter, Select: q.Select, Top: q.Top}}}, nil
	}
	if strings.TrimSpace(req.Text) == "" && step.Form() == lesson.Script {
		return &lesson.Attempt{Table: table, Script: []lesson.Action{}}, nil // what was changed by hand
	}
	a, err := lesson.ParseAttempt(step.Form(), req.Text)
	if err != nil {
		return nil, err
	}
	if a.Table == "" {
		a.Table = table
	}
	return a, nil
}

// statesOnly reports whether a step asks for nothing but how the tables end, which can be brought about by hand: nothing goes wrong
// meanwhile, and no other client writes.
func statesOnly(step *lesson.Step) bool {
	for i := range step.Hidden {
		if h := &step.Hidden[i]; h.Fault != lesson.NoFault || len(h.Between) > 0 {
			return false
		}
	}
	for i := range step.Checks {
		switch c := &step.Checks[i]; c.Kind {
		case lesson.EntityHas, lesson.EntityLacks, lesson.NoEntity, lesson.CountOf, lesson.Tally, lesson.KeysAvoid:
			if c.Always || c.Last {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func replyOf(v *lesson.Verdict, attempt *lesson.Attempt, judged bool) *wire.TryReply {
	n := v.Numbers
	r := &wire.TryReply{Judged: judged, Passed: judged && v.Passed, Why: v.Why, Class: n.Class, Examined: n.Examined, Returned: n.Returned, Requests: n.Requests, Partitions: n.Partitions}
	for _, c := range v.Results {
		r.Checks = append(r.Checks, wire.TriedCheck{Text: c.Check.Text, Passed: c.Passed, Why: c.Why})
	}
	if v.Played == nil {
		return r
	}
	lines := strings.Split(attempt.Text, "\n")
	for i, o := range v.Played.Outcomes {
		if i == wire.MaxOutcomes {
			r.More = len(v.Played.Outcomes) - i
			break
		}
		end := len(lines)
		if i+1 < len(v.Played.Outcomes) {
			end = v.Played.Outcomes[i+1].Action.Line - 1
		}
		out := wire.TriedOutcome{Lost: o.Lost}
		if from := o.Action.Line - 1; from >= 0 && from < end && end <= len(lines) {
			out.Text = strings.TrimSpace(strings.Join(lines[from:end], "\n"))
		}
		if o.Err != nil {
			out.Code, out.Why = string(o.Err.Code), o.Err.Detail
		}
		r.Outcomes = append(r.Outcomes, out)
	}
	return r
}

// touched is the table that a script writes to last, or reads.
func touched(script []lesson.Action) string {
	table := ""
	for _, a := range script {
		switch {
		case a.Verb == lesson.Transaction && len(a.Actions) > 0:
			table = a.Actions[0].Table
		case a.Verb != lesson.Drop && a.Table != "" && (a.Verb != lesson.Get || table == ""):
			table = a.Table
		}
	}
	return table
}

// keyedSuffix makes the name of the table that shows a design.
const keyedSuffix = "Rekeyed"

// showKeyed puts the table of a design beside the one that it is of, in the place of the design before, and returns its name. Its
// entities have the keys that they had as properties only where the filter that will be shown asks for these.
func showKeyed(j *worker.Job, r *worker.Room, keyed *lesson.Rekeyed, table, filter string) (string, error) {
	name := table + keyedSuffix
	if len(name) > 63 {
		name = keyedSuffix
	}
	apart := engine.Open(r.Lesson.Options())
	ctx := j.Breathing()
	if err := apart.Replace(ctx, r.DB().Image()); err != nil {
		return "", err
	}
	if _, err := apart.Snapshot(name); err == nil {
		if err := apart.DeleteTable(ctx, name); err != nil {
			return "", err
		}
	}
	if err := apart.CreateTable(ctx, name); err != nil {
		return "", err
	}
	loader, err := apart.Load(ctx, name)
	if err != nil {
		return "", err
	}
	defer loader.Abort()
	for i := range keyed.Len() {
		e := keyed.At(i)
		properties := e.Properties()
		own := properties[:0]
		for _, p := range properties {
			if !lesson.Was(p.Name) || strings.Contains(filter, p.Name) {
				own = append(own, p)
			}
		}
		if err := loader.Add(e.PartitionKey(), e.RowKey(), own); err != nil {
			return "", err
		}
		if i%worker.PauseEvery == 0 {
			if err := j.Pause(i, keyed.Len(), 0); err != nil {
				return "", err
			}
		}
	}
	if _, err := loader.Commit(); err != nil {
		return "", err
	}
	return name, r.Change(func() error { return r.DB().Replace(j.Ctx, apart.Image()) })
}
