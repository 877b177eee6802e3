package simulator

import (
	"time"

	"rangefinder/app/loadsim"
	"rangefinder/engine/tablerest"
)

// Preset is a setup that shows something.
type Preset struct {
	Title     string
	Look      string // what to look for
	Published bool   // it has the settings of a figure of the performance study
	change    func(*Setup)
}

// Setup returns what the preset simulates.
func (p *Preset) Setup() Setup {
	s := DefaultSetup()
	p.change(&s)
	return s
}

// study makes a setup that of the performance study: a service that has balanced its load, no retry, a pause of 3 s after each
// refusal.
func study(s *Setup, vms, threads int, size loadsim.VMSize, mix loadsim.Mix, batch int, keys loadsim.KeyKind) {
	s.Era, s.Servers, s.Ranges = loadsim.Measured2010, 16, 256
	s.VMs, s.Threads, s.Size, s.Mix, s.BatchSize, s.Keys.Kind = vms, threads, size, mix, batch, keys
	s.Retry, s.Pause, s.Duration = tablerest.Policy{}, 3*time.Second, 5*time.Minute
}

// telling is keys of a kind under the same load, with two ranges at the start: more would take it all, and none would be split.
func telling(kind loadsim.KeyKind) func(*Setup) {
	return func(s *Setup) { s.Keys.Kind, s.Ranges = kind, 2 }
}

// Presets in the order of their list; a first visit begins with the first.
var Presets = []Preset{
	{"Keys in time order", "Every new key sorts last, so one range partition takes every request. A split does not help: the older half gets no more writes.", false, telling(loadsim.Sequential)},
	{"Newest first: inverse ticks", "The same hot spot at the other end: every new key sorts first.", false, telling(loadsim.InverseTicks)},
	{"A bucket before the time", "Keys begin with one of 16 hash buckets, so the load falls on 16 places in key order, and splitting a range helps.", false, func(s *Setup) {
		telling(loadsim.BucketTicks)(s)
		s.Keys.Buckets = 16
	}},
	{"Random keys", "The load is spread over all keys. Hot ranges are split and moved within minutes, and more is served.", false, telling(loadsim.Random)},
	{"One hot partition", "Half of the requests are for one PartitionKey. One key cannot be split: the others get faster, that one does not.", false, func(s *Setup) {
		telling(loadsim.Random)(s)
		s.Keys.Hot = 50
	}},
	{"Keys of the open table", "Where the load would go if entities like those of the open table were written under this template. Try templates of the design lab.", false, telling(loadsim.Given)},
	{"Figure 3: one get or insert at a time", "Latency of single requests without load: most gets within 40 ms, most inserts within 50 ms.", true, func(s *Setup) {
		study(s, 1, 1, loadsim.ExtraLarge, loadsim.Mix{Get: 1, Insert: 1}, 100, loadsim.Single)
	}},
	{"Figure 4: one transaction of 100 at a time", "Most transactions of a small VM are done within 1.2 s.", true, func(s *Setup) {
		study(s, 1, 1, loadsim.Small, loadsim.Mix{Batch: 1}, 100, loadsim.Single)
	}},
	{"Figures 5 and 6: transactions of 20", "Twice as many entities in a transaction bring little more throughput from here on. Try 10 and 40.", true, func(s *Setup) {
		study(s, 1, 1, loadsim.ExtraLarge, loadsim.Mix{Batch: 1}, 20, loadsim.Single)
	}},
	{"Figure 7: transactions of 20 from 30 threads", "The same with many partitions: the VM is the bottleneck. Try transactions of 10 and 40, and a large VM.", true, func(s *Setup) {
		study(s, 1, 30, loadsim.Small, loadsim.Mix{Batch: 1}, 20, loadsim.PerThread)
	}},
	{"Figure 8: inserts into one partition", "Five VMs with 15 threads reach what one partition can take, 1,000 entities a second. More of them only wait, and some are refused.", true, func(s *Setup) {
		study(s, 5, 15, loadsim.ExtraLarge, loadsim.Mix{Insert: 1}, 100, loadsim.Single)
	}},
	{"Figure 8: inserts into many partitions", "A partition for each thread: 16 VMs serve 8 times what 2 do.", true, func(s *Setup) {
		study(s, 16, 15, loadsim.ExtraLarge, loadsim.Mix{Insert: 1}, 100, loadsim.PerThread)
	}},
	{"Figure 10: threads on one small VM", "From 15 threads on the VM itself is saturated. Try 7 and 30, and a large VM: there 30 threads still bring more.", true, func(s *Setup) {
		study(s, 1, 15, loadsim.Small, loadsim.Mix{Batch: 1}, 100, loadsim.PerThread)
	}},
	{"Figure 12: 16 VMs with 15 threads", "Transactions of 100 in many partitions: 17,000 entities a second.", true, func(s *Setup) {
		study(s, 16, 15, loadsim.Small, loadsim.Mix{Batch: 1}, 100, loadsim.PerThread)
	}},
	{"Figure 13: 16 VMs with 30 threads", "Twice the threads of figure 12, and hardly more throughput: each request waits longer.", true, func(s *Setup) {
		study(s, 16, 30, loadsim.Small, loadsim.Mix{Batch: 1}, 100, loadsim.PerThread)
	}},
	{"Figure 15: 20 threads, transactions into one partition", "2,300 entities a second, and almost nothing is refused, says the study. The model refuses about 2 %.", true, func(s *Setup) {
		study(s, 2, 10, loadsim.ExtraLarge, loadsim.Mix{Batch: 1}, 100, loadsim.Single)
	}},
	{"Figure 15: 50 threads, transactions into one partition", "More threads only bring refusals: 2,500 entities a second, and 22 % refused.", true, func(s *Setup) {
		study(s, 5, 10, loadsim.ExtraLarge, loadsim.Mix{Batch: 1}, 100, loadsim.Single)
	}},
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
