package simulator

import (
	"time"

	"rangefinder/app/loadsim"
	"rangefinder/engine/tablerest"
)

// Preset is a setup that shows something. It is data alone, so that no code of the start lays it out.
type Preset struct {
	Title     string
	Look      string // what to look for
	Published bool   // it has the settings of a figure of the performance study
	keys      loadsim.KeyKind
	buckets   int // 0: as usual
	hot       int // per cent
	load      figure
}

// figure is who sends what, of a figure of the study.
type figure struct {
	vms, threads int
	size         loadsim.VMSize
	mix          loadsim.Mix
	batch        int
}

// Setup returns what the preset simulates: of the study a service that has balanced its load, no retry, a pause of 3 s after each refusal;
// else keys of a kind under the usual load, with two ranges at the start: more would take it all, and none would be split.
func (p *Preset) Setup() Setup {
	s := DefaultSetup()
	s.Keys.Kind = p.keys
	if p.hot > 0 {
		s.Keys.Hot = p.hot
	}
	if p.buckets > 0 {
		s.Keys.Buckets = p.buckets
	}
	if !p.Published {
		s.Ranges = 2
		return s
	}
	s.Era, s.Servers, s.Ranges = loadsim.Measured2010, 16, 256
	s.VMs, s.Threads, s.Size, s.Mix, s.BatchSize = p.load.vms, p.load.threads, p.load.size, p.load.mix, p.load.batch
	s.Retry, s.Pause, s.Duration = tablerest.Policy{}, 3*time.Second, 5*time.Minute
	return s
}

// Presets in the order of their list; a first visit begins with the first.
var Presets = []Preset{
	{Title: "Keys in time order", Look: "Every new key sorts last, so one server takes every request. Splitting its range of keys does not help: only the newer half gets writes.", keys: loadsim.Sequential},
	{Title: "Newest first: inverse ticks", Look: "Every new key sorts first, so one server takes every request, as with keys in time order.", keys: loadsim.InverseTicks},
	{Title: "A bucket before the time", Look: "Keys begin with one of 16 hash buckets, so the load falls on 16 places in key order, and splitting a range helps.", keys: loadsim.BucketTicks, buckets: 16},
	{Title: "Random keys", Look: "The load is spread over all keys. The service splits busy ranges and moves them to other servers within minutes, so more is served.", keys: loadsim.Random},
	{Title: "One hot partition", Look: "Half of the requests are for one PartitionKey, which only one server serves. Other keys can be split off to other servers and get faster, that one cannot.", keys: loadsim.Random, hot: 50},
	{Title: "Keys of the open table", Look: "Where the load goes when an application writes entities like those of the open table, with the partition template in the settings. Try templates of the design lab.", keys: loadsim.Given},
	{Title: "One get or insert at a time (figure 3)", Look: "Latency of single requests without load: most gets within 40 ms, most inserts within 50 ms.", Published: true, keys: loadsim.Single, load: figure{1, 1, loadsim.ExtraLarge, loadsim.Mix{Get: 1, Insert: 1}, 100}},
	{Title: "One transaction of 100 at a time (figure 4)", Look: "Most transactions of a small VM are done within 1.2 s.", Published: true, keys: loadsim.Single, load: figure{1, 1, loadsim.Small, loadsim.Mix{Batch: 1}, 100}},
	{Title: "Transactions of 20 (figures 5 and 6)", Look: "Twice as many entities in a transaction bring little more throughput from here on. Try 10 and 40.", Published: true, keys: loadsim.Single, load: figure{1, 1, loadsim.ExtraLarge, loadsim.Mix{Batch: 1}, 20}},
	{Title: "Transactions of 20 from 30 threads (figure 7)", Look: "The same with many partitions: the VM is the bottleneck. Try transactions of 10 and 40, and a large VM.", Published: true, keys: loadsim.PerThread, load: figure{1, 30, loadsim.Small, loadsim.Mix{Batch: 1}, 20}},
	{Title: "Inserts into one partition (figure 8)", Look: "Five VMs with 15 threads reach what one partition can take, 1,000 entities a second. More of them only wait, and some are refused.", Published: true, keys: loadsim.Single, load: figure{5, 15, loadsim.ExtraLarge, loadsim.Mix{Insert: 1}, 100}},
	{Title: "Inserts into many partitions (figure 8)", Look: "A partition for each thread: 16 VMs serve 8 times what 2 do.", Published: true, keys: loadsim.PerThread, load: figure{16, 15, loadsim.ExtraLarge, loadsim.Mix{Insert: 1}, 100}},
	{Title: "Threads on one small VM (figure 10)", Look: "From 15 threads on the VM itself is saturated. Try 7 and 30, and a large VM: there 30 threads still bring more.", Published: true, keys: loadsim.PerThread, load: figure{1, 15, loadsim.Small, loadsim.Mix{Batch: 1}, 100}},
	{Title: "16 VMs with 15 threads (figure 12)", Look: "Transactions of 100 in many partitions: 17,000 entities a second.", Published: true, keys: loadsim.PerThread, load: figure{16, 15, loadsim.Small, loadsim.Mix{Batch: 1}, 100}},
	{Title: "16 VMs with 30 threads (figure 13)", Look: "Twice the threads of figure 12, and hardly more throughput: each request waits longer.", Published: true, keys: loadsim.PerThread, load: figure{16, 30, loadsim.Small, loadsim.Mix{Batch: 1}, 100}},
	{Title: "20 threads, transactions into one partition (figure 15)", Look: "2,300 entities a second, and almost nothing is refused, says the study. The model refuses about 2 %.", Published: true, keys: loadsim.Single, load: figure{2, 10, loadsim.ExtraLarge, loadsim.Mix{Batch: 1}, 100}},
	{Title: "50 threads, transactions into one partition (figure 15)", Look: "More threads only bring refusals: 2,500 entities a second, and 22 % refused.", Published: true, keys: loadsim.Single, load: figure{5, 10, loadsim.ExtraLarge, loadsim.Mix{Batch: 1}, 100}},
}

// presetOf returns the number of the preset that is this setup, -1 when none is.
func presetOf(s *Setup) int {
	text := s.Encode()
	for i := range Presets {
		if p := Presets[i].Setup(); p.Encode() == text {
			return i
		}
	}
	return -1
}
