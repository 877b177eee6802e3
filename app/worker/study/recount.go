package study

import (
	"slices"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine"
	"rangefinder/filterlang"
)

// recount counts the values of properties where the census estimates them. What was counted is in the census from then on, for all
// who ask this server for it, until the table changes.
func recount(j *worker.Job, req wire.RecountRequest) (*wire.RecountReply, error) {
	if req.Source != "" {
		return nil, worker.Uncounted()
	}
	s, err := j.DB().Snapshot(req.Table)
	if err != nil {
		return nil, err
	}
	r := &wire.RecountReply{Properties: []wire.Recounted{}}
	var d engine.Distinct
	for i, name := range req.Properties {
		known := j.CensusOf(s)
		at := slices.IndexFunc(known.Properties, func(p filterlang.PropertyCensus) bool { return p.Name == name })
		if at < 0 {
			continue // gone meanwhile
		}
		p := known.Properties[at]
		if !p.Exact {
			done, total := 0, s.Len()
			c, err := d.Count(j.Ctx, s, name, engine.MatchOptions{
				Progress: func(examined, total, _ int) { done = examined },
				Yield: func() error {
					return j.Rest(wire.Progress{Done: i*total + done, Total: len(req.Properties) * total, Recounted: r.Properties})
				},
			})
			if err != nil {
				return nil, err
			}
			p.Distinct, p.Longest = c.Distinct, c.Longest
			j.Learn(s, name, c)
		}
		r.Properties = append(r.Properties, wire.Recounted{Name: name, Distinct: p.Distinct, Longest: p.Longest})
	}
	r.Micros = j.Micros()
	return r, nil
}
