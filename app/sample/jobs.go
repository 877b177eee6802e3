package sample

import (
	"context"
	"sort"
	"strings"

	"rangefinder/app/sample/seeded"
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
	r := seeded.Named("Jobs")
	jobs := make([]job, jobCount)
	left := statusCount
	for i := range jobs {
		steps := left
		if rest := len(jobs) - i - 1; rest > 0 {
			steps = min(left-rest, 1+r.Below(2*left/(rest+1)))
		}
		left -= steps
		jobs[i] = job{
			client: "S-1-5-21-" + seeded.Digits(1_000_000_000+r.Low(jobClients)*37_771_234, 10),
			id:     r.GUID(),
			start:  year2010 + 300*day + edm.Ticks(r.Next()%uint64(30*day)),
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
		parts := r.Between(1, 12)
		properties = append(properties[:0], guid("RequestId", j.id), date("StartTime", j.start), i32("Slices", parts),
			i32("TileSize", 8<<r.Below(3)), str("SourceImage", "blob%20"+lower(seeded.Pick(r, nouns))+".jpg"))
		if r.Chance(88) { // the others are still under way
			properties = append(properties, date("FinishTime", j.start+edm.Ticks(parts)*edm.Ticks(r.Between(20, 90))*second), boolean("Succeeded", r.Chance(93)))
		}
		if r.Chance(50) {
			properties = append(properties, i64("Bytes", int64(r.Between(1<<18, 1<<24))*int64(parts)))
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
			at += second + edm.Ticks(r.Next()%uint64(30*second))
			message := strings.Replace(jobMessages[min(step, len(jobMessages)-1)], "~", digits10(step+1), 1)
			properties = append(properties[:0], guid("RequestId", j.id), str("RoleId", seeded.Pick(r, jobRoles)), str("Message", message))
			if r.Chance(20) {
				properties = append(properties, blob("Checksum", r, 16))
			}
			if err := e.add("Status", seeded.GUIDText(j.id), tickKey(at, r.GUID()), properties); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

func tickKey(t edm.Ticks, id edm.UUID) string {
	return string(seeded.AppendDigits(nil, int64(t), 20)) + "_" + seeded.GUIDText(id)
}
