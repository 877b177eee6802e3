package worker

import (
	"sync"

	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/filterlang"
)

// foundInAccount is what was found of an account to be deleted, the newest only.
type foundInAccount struct {
	mu            sync.Mutex
	number        int
	source, table string
	list          []engine.Entity // keys and ETags
	reply         wire.RemoveReply
}

// findToRemove reads the keys of what a filter returns, or of all of a table of an account, page by page to the end. When it is
// stopped, or fails behind the first page, what was found until then can be deleted.
func (j *Job) findToRemove(req wire.RemoveRequest) (*wire.RemoveReply, error) {
	a, err := j.account(req.Source)
	if err != nil {
		return nil, err
	}
	q := engine.Query{Filter: req.Filter, Select: []string{filterlang.PartitionKey, filterlang.RowKey, filterlang.Timestamp}}
	if req.All {
		q.Filter = ""
	}
	plan, err := j.PlanOf(wire.QueryRequest{Filter: q.Filter})
	if err != nil {
		return nil, err
	}
	reply := &wire.RemoveReply{Class: plan.Class}
	var list []engine.Entity
	for more := true; more; {
		page, err := a.Query(j.Ctx, req.Table, q)
		if reply.Reads = a.requests; err != nil {
			if j.Ctx.Err() == nil {
				err = Answered(j.Ctx, err)
				if len(list) == 0 {
					return nil, err
				}
				reply.Failed = failureOf(err)
			}
			reply.Partial = true
			break
		}
		list = append(list, page.Entities...)
		reply.Charge += a.charge
		q.From, more = page.Next, page.Next.Valid
		if more && len(list) >= wire.MaxRemoveFound {
			reply.Partial = true
			break
		}
		j.Tell(j.Now(), wire.Progress{Done: len(list), Found: len(list), Requests: reply.Reads, Charge: reply.Charge})
	}
	// When it was stopped, what was found is counted all the same.
	if err := j.countGroups(reply, list); err != nil {
		return nil, err
	}
	reply.Bytes, reply.Micros = 0, j.Micros()
	reply.Found = j.newNumber()
	f := Own[foundInAccount](j)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.number, f.source, f.table, f.list, f.reply = reply.Found, req.Source, req.Table, list, *reply
	return reply, nil
}

// foundToRemove returns what was found, once: what is deleted and what remains is found anew.
func (j *Job) foundToRemove(req wire.RemoveRequest) ([]engine.Entity, *wire.RemoveReply, error) {
	f := Own[foundInAccount](j)
	f.mu.Lock()
	defer f.mu.Unlock()
	if req.Found == 0 || f.number != req.Found || f.source != req.Source || f.table != req.Table {
		return nil, nil, &wire.Failure{Code: string(engine.InvalidInput), Message: "What was found to be deleted is not known any more. Find it again; nothing was deleted."}
	}
	list, reply := f.list, f.reply
	f.number, f.list = 0, nil
	return list, &reply, nil
}

// countGroups counts the partitions and the entity group transactions that deleting takes.
func (j *Job) countGroups(reply *wire.RemoveReply, list []engine.Entity) error {
	reply.Entities, reply.Groups = len(list), 0
	seen := map[string]int{}
	for i := range list {
		reply.Bytes += int64(list[i].Size())
		pk := list[i].PartitionKey()
		if seen[pk]%wire.MaxRemoveGroup == 0 {
			reply.Groups++
		}
		seen[pk]++
		if i%1024 == 1023 {
			if err := j.Pause(i, len(list), len(list)); err != nil && !reply.Partial {
				return err
			}
		}
	}
	reply.Partitions = len(seen)
	return nil
}
