package sample

import (
	"context"
	"sort"
	"strings"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

const (
	jobCount    = 900
	statusCount = 4_100
	jobClients  = 25
)

var (
	jobRoles    = []string{"JobController_IN_0", "ImageProcessor_IN_0", "ImageProcessor_IN_1", "WebRole_IN_0"}
	jobMessages = []string{"request accepted", "image sliced into ~ parts", "slice ~ processed", "slice ~ retried", "mosaic assembled"}
)

type job struct {
	client string
	id     edm.UUID
	start  edm.Ticks
	steps  int
}

// loadJobs writes Jobs and Status, the two tables of the photo mosaics application: a job is found by its client and start,
// its messages by its id, each in the order of their RowKeys "ticks_guid".
func loadJobs(ctx context.Context, emit Emit) error {
	e := emitter{ctx: ctx, emit: emit}
	r := newRandom("Jobs")
	jobs := make([]job, jobCount)
	left := statusCount
	for i := range jobs {
		steps := left
		if rest := len(jobs) - i - 1; rest > 0 {
			steps = min(left-rest, 1+r.below(2*left/(rest+1)))
		}
		left -= steps
		jobs[i] = job{
			client: "S-1-5-21-" + digits(1_000_000_000+r.low(jobClients)*37_771_234, 10),
			id:     r.guid(),
			start:  year2010 + 300*day + edm.Ticks(r.next()%uint64(30*day)),
			steps:  steps,
		}
	}
	sort.Slice(jobs, func(a, b int) bool {
		if jobs[a].client != jobs[b].client {
			return jobs[a].client < jobs[b].client
		}
		return jobs[a].start < jobs[b].start
	})
	properties := make([]engine.Property, 0, 8)
	for i := range jobs {
		j := &jobs[i]
		parts := r.between(1, 12)
		properties = append(properties[:0], guid("RequestId", j.id), date("StartTime", j.start), i32("Slices", parts),
			i32("TileSize", 8<<r.below(3)), str("SourceImage", "blob%20"+lower(pick(r, nouns))+".jpg"))
		if r.chance(88) { // the others are still under way
			properties = append(properties, date("FinishTime", j.start+edm.Ticks(parts)*edm.Ticks(r.between(20, 90))*second), boolean("Succeeded", r.chance(93)))
		}
		if r.chance(50) {
			properties = append(properties, i64("Bytes", int64(r.between(1<<18, 1<<24))*int64(parts)))
		}
		if err := e.add("Jobs", j.client, tickKey(j.start, j.id), properties); err != nil {
			return err
		}
	}
	sort.Slice(jobs, func(a, b int) bool { return string(jobs[a].id[:]) < string(jobs[b].id[:]) })
	for i := range jobs {
		j := &jobs[i]
		at := j.start
		for step := range j.steps {
			at += second + edm.Ticks(r.next()%uint64(30*second))
			message := strings.Replace(jobMessages[min(step, len(jobMessages)-1)], "~", digits10(step+1), 1)
			properties = append(properties[:0], guid("RequestId", j.id), str("RoleId", pick(r, jobRoles)), str("Message", message))
			if r.chance(20) {
				properties = append(properties, blob("Checksum", r, 16))
			}
			if err := e.add("Status", guidText(j.id), tickKey(at, r.guid()), properties); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

func tickKey(t edm.Ticks, id edm.UUID) string {
	return string(appendDigits(nil, int64(t), 20)) + "_" + guidText(id)
}
