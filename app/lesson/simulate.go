package lesson

import (
	"context"
	"math"
	"strconv"
	"strings"
	"time"

	"rangefinder/app/loadsim"
	"rangefinder/engine/tablerest"
)

// Simulated is a run of the simulator that a prediction is about. The model answers, so a seed gives the same answer each time.
type Simulated struct {
	Setup   string // as an address of the page has it, such as "1,keys:random,ranges:2"
	Against string // of another run, which the number is divided by; "" for none
	Reading Reading
	Choices []Choice
	Answer  string // the text of the right choice
}

// Choice is an answer that can be chosen: that the number is at least Low and below High.
type Choice struct {
	Low, High float64
	Text      string
}

// Reading is a number of a run.
type Reading struct {
	Of   string // "served", entities a second; "refused", per cent of the requests; "latency", milliseconds of half of the operations; "splits"; "moves"
	When string // "" for all of the run, "early" for its first tenth, "late" for its last
}

// simReadings are the numbers, and whether there is one for a part of a run.
var simReadings = map[string]bool{"served": true, "refused": true, "latency": false, "splits": false, "moves": false}

// simulation reads a field of a prediction that is one of a simulation's; false when it is none.
func (p *parser) simulation(l line, name, value string, r *Prediction) bool {
	if name != "setup" && name != "against" && name != "reading" && name != "choice" {
		return false
	}
	if r.Simulated == nil {
		r.Simulated = &Simulated{}
	}
	s := r.Simulated
	switch name {
	case "setup", "against":
		if _, err := SimulatorConfig(value); err != nil {
			p.wrong(l.at, "Copy what follows sim= in an address of the simulator, such as: setup: 1,keys:random,ranges:2", "The setup cannot be used: %v", err)
		}
		if s.Setup == "" && name == "setup" {
			s.Setup = value
		} else {
			s.Against = value
		}
	case "reading":
		of, when, _ := strings.Cut(value, " ")
		if parts, known := simReadings[of]; !known || when != "" && (!parts || when != "early" && when != "late") {
			p.wrong(l.at, "Write served, refused, latency, splits or moves, and early or late after served or refused.", "%q is not a number of a run.", Clip(value))
		}
		s.Reading = Reading{of, when}
	case "choice":
		bounds, text, ok := strings.Cut(value, ": ")
		low, high, to := strings.Cut(bounds, " to ")
		c := Choice{Text: strings.TrimSpace(text), High: math.Inf(1)}
		var err, errHigh error
		if c.Low, err = strconv.ParseFloat(low, 64); high != "more" {
			c.High, errHigh = strconv.ParseFloat(high, 64)
		}
		if !ok || !to || err != nil || errHigh != nil || c.Text == "" || c.High <= c.Low {
			p.wrong(l.at, "Write one such as: choice: 0 to 1: hardly any, or: choice: 50 to more: most of them", "%q is not a choice.", Clip(value))
		}
		s.Choices = append(s.Choices, c)
	}
	return true
}

// simulated looks at the whole of a prediction about the simulator.
func (p *parser) simulated(at int, r *Prediction, answer string) {
	s := r.Simulated
	s.Answer = answer
	right := 0
	for _, c := range s.Choices {
		if c.Text == answer {
			right++
		}
	}
	if s.Setup == "" || s.Reading.Of == "" || r.Because == "" || len(s.Choices) < 2 {
		p.wrong(at, "Write the fields setup, reading, because, and two or more of choice.", "The question about the simulator is not complete.")
	} else if right != 1 {
		p.wrong(r.answerLine, "Write the text of one of the choices.", "%q is none of the choices, or more than one.", Clip(answer))
	}
}

// Options are the texts of the choices in one line.
func (s *Simulated) Options() string {
	list := make([]string, len(s.Choices))
	for i, c := range s.Choices {
		list[i] = c.Text
	}
	return strings.Join(list, " · ")
}

// Ask runs the simulator and returns the number that the question is about.
func (s *Simulated) Ask(ctx context.Context) (float64, error) {
	n, err := readRun(ctx, s.Setup, s.Reading)
	if err == nil && s.Against != "" {
		var other float64
		if other, err = readRun(ctx, s.Against, s.Reading); err == nil && other != 0 {
			n /= other
		}
	}
	return n, err
}

// chosen returns the choices that a number is in.
func (s *Simulated) chosen(n float64) (texts []string) {
	for _, c := range s.Choices {
		if n >= c.Low && n < c.High {
			texts = append(texts, c.Text)
		}
	}
	return texts
}

// readRun simulates a run to its end and reads a number of it.
func readRun(ctx context.Context, setup string, of Reading) (float64, error) {
	cfg, err := SimulatorConfig(setup)
	if err != nil {
		return 0, err
	}
	run, err := loadsim.New(cfg)
	if err != nil {
		return 0, err
	}
	from, to := time.Duration(0), cfg.Duration
	switch of.When {
	case "early":
		to = cfg.Duration / 10
	case "late":
		from = cfg.Duration - cfg.Duration/10
	}
	yield := func() error { return ctx.Err() }
	if err := run.Step(from, yield); err != nil {
		return 0, err
	}
	before := run.Totals()
	if err := run.Step(to, yield); err != nil {
		return 0, err
	}
	t := run.Totals()
	switch of.Of {
	case "served":
		return float64(t.Entities-before.Entities) / max(t.Seconds-before.Seconds, 1e-9), nil
	case "refused":
		return 100 * float64(t.Refused-before.Refused) / max(float64(t.Billed-before.Billed), 1), nil
	case "latency":
		return float64(t.P50) / 1000, nil
	case "splits":
		return float64(t.Splits), nil
	}
	return float64(t.Moves), nil
}

// SimulatorConfig reads a setup of the simulator's address. Of keys of a table it knows nothing.
func SimulatorConfig(text string) (loadsim.Config, error) {
	c := loadsim.Default()
	c.Era, c.Duration = loadsim.TargetsToday, 30*time.Minute
	var retry tablerest.PolicyKind = tablerest.Exponential
	number := map[string]*int{
		"get": &c.Mix.Get, "insert": &c.Mix.Insert, "batch": &c.Mix.Batch, "query": &c.Mix.Query, "batchsize": &c.BatchSize, "pagesize": &c.PageSize, "entity": &c.EntitySize,
		"buckets": &c.Keys.Buckets, "hot": &c.Keys.Hot, "vms": &c.VMs, "threads": &c.Threads, "rate": &c.Rate, "servers": &c.Servers, "ranges": &c.Ranges,
	}
	choice := map[string]func(string) bool{
		"keys":  among(&c.Keys.Kind, "single", "time", "inverse", "random", "thread", "buckets", "buckettime"),
		"size":  among(&c.Size, "small", "large"),
		"retry": among(&retry, "none", "linear", "exponential"),
		"era":   among(&c.Era, "measured", "targets", "today"),
	}
	fields := strings.Split(text, ",")
	if fields[0] != "1" {
		return c, errSetup(fields[0])
	}
	for _, f := range fields[1:] {
		name, value, _ := strings.Cut(f, ":")
		ok := false
		var err error
		switch to, set := number[name], choice[name]; {
		case to != nil:
			*to, err = strconv.Atoi(value)
			ok = err == nil
		case set != nil:
			ok = set(value)
		case name == "seed":
			c.Seed, err = strconv.ParseUint(value, 10, 64)
			ok = err == nil
		case name == "pause":
			c.Pause, ok = loadsim.ParseSpan(value)
		case name == "length":
			c.Duration, ok = loadsim.ParseSpan(value)
		}
		if !ok {
			return c, errSetup(f)
		}
	}
	c.Retry = retry.Policy()
	return c, c.Check()
}

// among reads one of the names of a number from 0.
func among[T ~uint8](to *T, names ...string) func(string) bool {
	return func(name string) bool {
		for i, n := range names {
			if n == name {
				*to = T(i)
				return true
			}
		}
		return false
	}
}

// errSetup is the field of a setup that cannot be read.
type errSetup string

func (e errSetup) Error() string { return strconv.Quote(Clip(string(e))) + " is not a field of it" }
