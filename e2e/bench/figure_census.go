package main

import (
	"fmt"
	"os"

	"rangefinder/app/sample"
	protocol "rangefinder/app/wire"
)

// recounted is one count of all values, and what was asked for meanwhile.
type recounted struct {
	Answer struct {
		Reply protocol.RecountReply
		Waits []float64 // ms of each plan that was asked for meanwhile
	}
	Ms   float64
	Gaps []float64 // between the page's frames
}

// measureCensus counts the values of generated tables, three of whose four properties have a value of its own in nearly every entity.
// Plans of the table are asked for meanwhile, one after the other. The census of another table is taken before each count, so that
// none is remembered.
func measureCensus(p *playground) ([]row, error) {
	v, err := p.visit()
	if err != nil {
		return nil, err
	}
	defer v.close()
	var rows []row
	for _, size := range []struct {
		entities int
		text     string
	}{{100_000, "100,000"}, {1_000_000, "1,000,000"}} {
		spec := sample.DefaultSpec()
		spec.Table, spec.Entities = fmt.Sprint("Census", size.entities), size.entities
		if err := v.Eval(request("generate", protocol.GenerateRequest{Spec: spec}), nil); err != nil {
			return nil, err
		}
		count := protocol.RecountRequest{Table: spec.Table}
		for _, q := range spec.Properties {
			count.Properties = append(count.Properties, q.Name)
		}
		script := fmt.Sprintf(`bench.during(async () => {
			const waits = []
			let over = false
			const asking = (async () => {
				while (!over) {
					const begin = performance.now()
					await %s
					waits.push(performance.now() - begin)
				}
			})()
			const reply = await %s
			over = true
			await asking
			return { reply, waits }
		}).then((r) => ({ ...r, ms: r.answer.reply.Micros / 1000 }))`, request("explain", protocol.QueryRequest{Table: spec.Table, Filter: "PartitionKey eq 'p0001' and Number gt 5"}), request("recount", count))
		alone := request("recount", count) + ".then((reply) => ({ answer: { reply }, ms: reply.Micros / 1000 }))"
		var ms, shared, waits, gaps []float64
		waitQuiet()
		for range 5 {
			for _, s := range []string{alone, script} {
				if err := v.Eval(request("census", protocol.TableRequest{Table: "Movies"}), nil); err != nil {
					return nil, err
				}
				var r recounted
				if err := v.Eval(s, &r); err != nil {
					return nil, err
				}
				if p.verbose {
					fmt.Fprintf(os.Stderr, "  %+v\n", r.Answer.Reply)
				}
				for _, c := range r.Answer.Reply.Properties {
					if c.Distinct < 2 {
						return nil, fmt.Errorf("%s has %d values", c.Name, c.Distinct)
					}
				}
				if s == alone {
					ms = append(ms, r.Ms)
					continue
				}
				shared, waits, gaps = append(shared, r.Ms), append(waits, r.Answer.Waits...), append(gaps, r.Gaps...)
			}
		}
		what := "exact census of " + size.text + " entities, 4 properties, in the worker"
		rows = append(rows,
			row{what: fmt.Sprintf("%s, median of %d", what, len(ms)), ours: fmt.Sprintf("%s (most %s)", duration(median(ms)), duration(quantile(ms, 1))), met: true},
			row{what: "  longest wait for a plan meanwhile", target: "50 ms", met: quantile(waits, 1) <= 50,
				ours: fmt.Sprintf("%s (median %s of %d; counted in %s)", duration(quantile(waits, 1)), duration(median(waits)), len(waits), duration(median(shared)))},
			row{what: "  frames of the page meanwhile, p95", target: "17 ms", ours: duration(quantile(gaps, 0.95)), met: quantile(gaps, 0.95) <= 17},
		)
	}
	return rows, nil
}
