package worker

import (
	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/filterlang"
)

// count counts entities of an account by reading their keys.
func (j *Job) count(req wire.CountRequest) (*wire.CountReply, error) {
	a, err := j.account(req.Source)
	if err != nil {
		return nil, err
	}
	r := &wire.CountReply{Begun: j.Now()}
	q := engine.Query{Filter: req.Filter, Select: []string{filterlang.PartitionKey, filterlang.RowKey}}
	for more := true; more; {
		page, err := a.Query(j.Ctx, req.Table, q)
		if r.Requests = a.requests; err != nil {
			if r.Stopped = j.Ctx.Err() != nil; r.Stopped {
				break
			}
			err = Answered(j.Ctx, err)
			if r.Pages == 0 {
				return nil, err
			}
			r.Failed = failureOf(err)
			break
		}
		r.Entities += len(page.Entities)
		r.Pages++
		r.Charge += a.charge
		q.From, more = page.Next, page.Next.Valid
		j.Tell(j.Now(), wire.Progress{Done: r.Entities, Found: r.Entities, Pages: r.Pages, Requests: r.Requests, Charge: r.Charge})
	}
	r.Ended = j.Now()
	return r, nil
}
