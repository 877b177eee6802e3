//go:build !js

package tablerest

import (
	"net/http"
	"strconv"
	"sync"

	"rangefinder/engine"
	"rangefinder/filterlang"
)

// queryEntities answers a page of a query.
func (x *exchange) queryEntities() *engine.Error {
	if err := x.allow(ReadEntities, nil); err != nil {
		return err
	}
	if err := x.acceptsAnswer(); err != nil {
		return err
	}
	q, err := x.entityQuery()
	if err != nil {
		return err
	}
	if err := x.planned(&q); err != nil {
		return err
	}
	page, failed := x.h.service.Query(x.ctx, x.at.table, q)
	if failed != nil {
		return wrapped(failed)
	}
	x.seen.Plan, x.seen.Stats = page.Plan, page.Stats
	x.baseURL()
	x.reply = reply{status: http.StatusOK, contentType: contentTypes[x.level], plan: planLine(page.Plan, &page.Stats)}
	x.reply.nextPartition, x.reply.nextRow = page.Next.Headers()
	e := x.encoder(x.at.table)
	e.names = q.Select
	x.out = e.appendList(x.out, page.Entities)
	return nil
}

// entityQuery reads the options of a query of entities.
func (x *exchange) entityQuery() (engine.Query, *engine.Error) {
	q := engine.Query{Filter: x.query.filter}
	var err *engine.Error
	if q.Top, err = x.query.pageSize(); err != nil {
		return q, err
	}
	if q.Select, err = x.query.selected(); err != nil {
		return q, err
	}
	x.seen.Filter, x.seen.Top, x.seen.Select = q.Filter, q.Top, q.Select
	x.seen.Continued = x.query.nextPartition != ""
	from, failed := engine.ParseToken(x.query.nextPartition, x.query.nextRow)
	if failed != nil {
		return q, wrapped(failed)
	}
	q.From = from
	return q, nil
}

// planned narrows a query to what the request may see, and asks whether it is to be denied.
func (x *exchange) planned(q *engine.Query) *engine.Error {
	ranged := x.limit != nil && (x.limit.StartPartition != nil || x.limit.EndPartition != nil)
	if x.h.o.Deny == nil && !ranged {
		return nil
	}
	plan, err := x.h.plans.plan(q)
	if err != nil {
		return err
	}
	if ranged {
		q.Filter = x.limit.narrow(q.Filter)
		if plan, err = x.h.plans.plan(q); err != nil {
			return err
		}
	}
	x.seen.Plan = plan
	if x.h.o.Deny != nil {
		if err := x.h.o.Deny(x.at.table, plan, filterlang.Findings(plan, nil)); err != nil {
			return err
		}
	}
	return nil
}

// planLine returns the header that tells what a query did: "row-range; examined=612; returned=87; partitions=1".
func planLine(plan *filterlang.Plan, stats *engine.Stats) string {
	class := "unknown"
	if plan != nil {
		class = plan.Class.Name()
	}
	b := append(make([]byte, 0, 80), class...)
	b = strconv.AppendInt(append(b, "; examined="...), int64(stats.Examined), 10)
	b = strconv.AppendInt(append(b, "; returned="...), int64(stats.Returned), 10)
	b = strconv.AppendInt(append(b, "; partitions="...), int64(stats.Partitions), 10)
	return string(b)
}

// planMemory keeps the plans of filters that were asked lately: the pages of a query ask for the same plan again and again.
type planMemory struct {
	lock  sync.Mutex
	plans map[string]*filterlang.Plan
	bytes int
}

// The bounds of a planMemory; when it is full it begins anew.
const (
	maxPlans     = 256
	maxPlanBytes = 64 << 10 // of filters
)

// plan returns the plan of a query. Errors: those of engine.CheckQuery.
func (m *planMemory) plan(q *engine.Query) (*filterlang.Plan, *engine.Error) {
	m.lock.Lock()
	plan := m.plans[q.Filter]
	m.lock.Unlock()
	if plan != nil {
		return plan, nil
	}
	plan, err := engine.CheckQuery(*q)
	if err != nil {
		return nil, wrapped(err)
	}
	m.lock.Lock()
	defer m.lock.Unlock()
	if m.bytes += len(q.Filter); m.plans == nil || len(m.plans) >= maxPlans || m.bytes > maxPlanBytes {
		m.plans, m.bytes = map[string]*filterlang.Plan{}, len(q.Filter)
	}
	m.plans[q.Filter] = plan
	return plan, nil
}
