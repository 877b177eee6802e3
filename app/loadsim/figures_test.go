package loadsim

import (
	"time"

	"rangefinder/engine/tablerest"
)

// figures are what the papers' text says, figure by figure.
var figures = []figure{
	{
		"Figure 3: latency of single gets and inserts", "1 extra-large VM, 1 thread, one partition",
		`"The majority" is read as 80 of 100.`,
		func() ([]published, []statement) {
			run := func(mix Mix) float64 {
				l := study2010(1, 1, ExtraLarge, mix, 1, Single, 10*time.Minute).latency
				return float64(l.at(0.8)) / 1e3
			}
			return []published{
				{"the majority of gets completes under", 40, "ms", run(get), fitted, ""},
				{"the majority of inserts completes under", 50, "ms", run(insert), heldOut, ""},
			}, nil
		},
	},
	{
		"Photo mosaics (2011): latency", "1 extra-large VM, 1 thread, one partition, gets; the paper names none",
		"The model's number is the median.",
		func() ([]published, []statement) {
			l := study2010(1, 1, ExtraLarge, get, 1, Single, 10*time.Minute).latency
			return []published{
				{"latency within a data center", 100, "ms", float64(l.at(0.5)) / 1e3, heldOut, "the study of 2010 measured gets and has most of them under 40 ms, so that no model agrees with both. The photo mosaics give a round number, without an operation, a size or a load; the model takes about as long for a request that waits for 70 ms."},
			}, nil
		},
	},
	{
		"Figure 4: latency of batches of 100", "1 small VM, 1 thread, one partition",
		`"The majority" is read as 80 of 100.`,
		func() ([]published, []statement) {
			b := study2010(1, 1, Small, batch, 100, Single, time.Hour)
			i := study2010(1, 1, Small, insert, 1, Single, time.Minute)
			b100, i100 := float64(b.latency.at(0.5))/1e6, float64(i.latency.at(0.5))/1e4
			return []published{
					{"the majority of batches completes under", 1.2, "s", float64(b.latency.at(0.8)) / 1e6, fitted, ""},
				}, []statement{
					{"a batch takes less time than its entities one by one", digits3(b100) + " s against " + digits3(i100) + " s", b100 < i100, ""},
				}
		},
	},
	{
		"Figures 5 and 6: batches of one thread", "1 VM, 1 thread, one partition",
		`The gain "peaks out" at the first size from which twice the size brings less than a tenth more entities a second.`,
		func() ([]published, []statement) {
			knee := func(size VMSize) float64 {
				return flat(15, 30, func(n int) float64 {
					return study2010(1, 1, size, batch, n, Single, 2*time.Hour).entities
				})
			}
			two := study2010(1, 2, ExtraLarge, batch, 20, PerThread, 10*time.Minute)
			one := study2010(1, 1, ExtraLarge, batch, 40, Single, 10*time.Minute)
			return []published{
					{"size from which the gain is flat, small VM", 20, "entities", knee(Small), fitted, ""},
					{"the same, extra-large VM", 20, "entities", knee(ExtraLarge), fitted, ""},
				}, []statement{
					{"two concurrent batches of 20 have a better latency than one of 40", digits3(float64(two.latency.at(0.5))/1e3) + " ms against " + digits3(float64(one.latency.at(0.5))/1e3) + " ms", two.latency.at(0.5) < one.latency.at(0.5), ""},
				}
		},
	},
	{
		"Figure 7: batches of 30 threads", "1 VM, 30 threads, a partition for each",
		`Flat is as in figures 5 and 6. "A little more than 1.5 times" is read as 1.5, with batches of 100.`,
		func() ([]published, []statement) {
			run := func(size VMSize, n int) float64 {
				return study2010(1, 30, size, batch, n, PerThread, time.Hour).entities
			}
			knee := func(size VMSize) float64 { return flat(15, 30, func(n int) float64 { return run(size, n) }) }
			return []published{
				{"size from which the gain is flat, small VM", 20, "entities", knee(Small), fitted, ""},
				{"the same, extra-large VM", 20, "entities", knee(ExtraLarge), fitted, ""},
				{"an extra-large VM serves more than a small one", 1.5, "times", run(ExtraLarge, 100) / run(Small, 100), fitted, ""},
			}, nil
		},
	},
	{
		"Figure 8: inserts into one partition", "2, 5, 10 and 16 extra-large VMs, 15 threads each, one partition; then 2 and 16 with a partition for each thread",
		`"Continued to scale up" with many partitions is read as in proportion to the VMs, 8 times.`,
		func() ([]published, []statement) {
			run := func(vms int, keys KeyKind, length time.Duration) after {
				return study2010(vms, 15, ExtraLarge, insert, 1, keys, length)
			}
			two, five := run(2, Single, 5*time.Minute), run(5, Single, 3*time.Hour)
			ten, sixteen := run(10, Single, 15*time.Minute), run(16, Single, 5*time.Minute)
			scale := run(16, PerThread, time.Minute).entities / run(2, PerThread, time.Minute).entities
			return []published{
					{"2 VMs: served", 600, "entities/s", two.entities, heldOut, ""},
					{"5 VMs: served", 1000, "entities/s", five.entities, fitted, ""},
					{"5 VMs: refused", 0.0004, "%", five.share, fitted, ""},
					{"10 VMs: refused", 0.03, "%", ten.share, fitted, ""},
					{"16 VMs: refused", 0.2, "%", sixteen.share, fitted, ""},
					{"many partitions: 16 VMs serve more than 2", 8, "times", scale, heldOut, ""},
				}, []statement{
					{"2 VMs: none are refused", digits3(two.share) + " % in 5 minutes", two.share == 0, ""},
				}
		},
	},
	{
		"Figure 9: gets", "5 extra-large VMs, 15 threads each, one partition, then a partition for each thread",
		"",
		func() ([]published, []statement) {
			run := func(mix Mix, keys KeyKind) float64 {
				return study2010(5, 15, ExtraLarge, mix, 1, keys, time.Minute).entities
			}
			one, many := run(get, Single), run(get, PerThread)
			insertOne, insertMany := run(insert, Single), run(insert, PerThread)
			against := func(a, b float64) string { return digits3(a) + " against " + digits3(b) + " entities/s" }
			return nil, []statement{
				{"many partitions serve more gets than one", against(many, one), many > one, ""},
				{"one partition serves more gets than inserts", against(one, insertOne), one > insertOne, ""},
				{"many partitions serve more gets than inserts", against(many, insertMany), many > insertMany, ""},
			}
		},
	},
	{
		"Figures 10 and 11: threads on one VM", "1 VM, a partition for each thread; batches of 100 (10), gets (11)",
		"Throughput is flat from the first number of threads of which twice as many bring less than a tenth more.",
		func() ([]published, []statement) {
			run := func(size VMSize, mix Mix, threads int, length time.Duration) float64 {
				return study2010(1, threads, size, mix, 100, PerThread, length).entities
			}
			knee := func(from int, mix Mix, length time.Duration) float64 {
				return flat(from, 40, func(n int) float64 { return run(Small, mix, n, length) })
			}
			xl15, xl30 := run(ExtraLarge, batch, 15, 30*time.Minute), run(ExtraLarge, batch, 30, 30*time.Minute)
			return []published{
					{"batches of 100, small VM: flat from", 15, "threads", knee(6, batch, 30*time.Minute), fitted, ""},
					{"gets, small VM: flat from", 6, "threads", knee(2, get, 5*time.Minute), fitted, ""},
				}, []statement{
					{"batches of 100, extra-large VM: 30 threads serve more than 15, by a tenth at least", digits3(xl30) + " against " + digits3(xl15) + " entities/s", xl30 >= 1.1*xl15, ""},
				}
		},
	},
	{
		"Figures 12 and 13: batches from many VMs", "16 VMs, 15 threads (12) and 30 threads (13) each, a partition for each thread, batches of 100",
		"The text tells neither the number of VMs nor their size. The number is read as 16, the most that the study names elsewhere.",
		func() ([]published, []statement) {
			run := func(vms, threads int, size VMSize) float64 {
				return study2010(vms, threads, size, batch, 100, PerThread, 2*time.Minute).entities
			}
			few, many := run(8, 15, Small), run(16, 15, Small)
			return []published{
					{"15 threads a VM, small VMs: served", 17_000, "entities/s", many, fitted, ""},
					{"15 threads a VM, extra-large VMs: served", 17_000, "entities/s", run(16, 15, ExtraLarge), heldOut, "the size that was measured is not told. With 16 extra-large VMs it would be 1,063 entities/s each, from 15 threads; but in figure 15 VMs with 10 threads do 1,150 each, on one partition, and in figure 7 one does 1.5 times as much as a small VM. Both hold if these VMs were small, or fewer: ten extra-large ones do it in the model."},
					{"30 threads a VM, small VMs: served", 17_000, "entities/s", run(16, 30, Small), heldOut, ""},
				}, []statement{
					{"more VMs serve more", "8 small VMs " + digits3(few) + ", 16 " + digits3(many) + " entities/s", many > 1.8*few, ""},
					{"that is a lot more than the target of an account", digits3(many) + " against 5,000 entities/s", many > 2*5000, ""},
				}
		},
	},
	{
		"Figure 14: gets from many VMs", "1 and 4 VMs, 30 threads each, a partition for each thread",
		"",
		func() ([]published, []statement) {
			run := func(vms int, size VMSize) float64 {
				return study2010(vms, 30, size, get, 1, PerThread, time.Minute).entities
			}
			small, large, four := run(1, Small), run(1, ExtraLarge), run(4, Small)
			return nil, []statement{
				{"a larger VM serves more gets", digits3(large) + " against " + digits3(small) + " entities/s", large > small, ""},
				{"more VMs serve more gets", digits3(four) + " against " + digits3(small) + " entities/s", four > 3*small, ""},
			}
		},
	},
	{
		"Figure 15: saturation of one partition", "2 to 5 extra-large VMs, 10 threads each, one partition, batches of 100",
		`The size of the VMs is not told. "Almost none" is read as at most 1 %.`,
		func() ([]published, []statement) {
			run := func(vms int) after { return study2010(vms, 10, ExtraLarge, batch, 100, Single, 30*time.Minute) }
			twenty, thirty, forty, fifty := run(2), run(3), run(4), run(5)
			return []published{
					{"20 threads: served", 2300, "entities/s", twenty.entities, fitted, ""},
					{"30 threads: served, \"steady above\"", 2300, "entities/s", thirty.entities, heldOut, ""},
					{"30 threads: refused", 11, "%", thirty.share, fitted, ""},
					{"50 threads: served", 2500, "entities/s", fifty.entities, fitted, ""},
					{"50 threads: sent", 3200, "entities/s", fifty.entities + fifty.refused, heldOut, ""},
					{"50 threads: refused", 700, "entities/s", fifty.refused, heldOut, ""},
					{"50 threads: refused", 22, "%", fifty.share, heldOut, ""},
				}, []statement{
					{"20 threads: almost none are refused", digits3(twenty.share) + " %", twenty.share <= 1, "a partition that is busy for nine tenths of the time meets bursts of a few batches, and a bounded wait refuses their last. A longer wait would refuse fewer of them here, and too few with 30 threads and in figure 8."},
					{"40 threads: served, \"steady above\" 2,300 entities/s", digits3(forty.entities) + " entities/s", forty.entities >= 2300, ""},
				}
		},
	},
	{
		"What the model takes as it is", "", "",
		func() ([]published, []statement) {
			partition, account, _ := Limits(Measured2010)
			exponential := tablerest.Exponential.Policy()
			wait := func(retry int) float64 { // its mean
				sum := 0.0
				for i := range 1000 {
					d, _ := exponential.Pause(retry, (float64(i)+0.5)/1000)
					sum += d.Seconds() / 1000
				}
				return sum
			}
			most, _ := exponential.Pause(2, 1)
			low, _ := exponential.Pause(1, 0)
			return []published{
				{"target of a partition (2010, 2011)", 500, "entities/s", partition, set, ""},
				{"target of an account (2010, 2011)", 5000, "entities/s", account, set, ""},
				{"a server is hot for so long before it is relieved, at least", 5, "min", decideLeast / 60e6, set, ""},
				{"the same, at most", 10, "min", decideMost / 60e6, set, ""},
				{"a range partition that moves is gone, at least", 10, "s", moveLeast / 1e6, set, ""},
				{"the same, at most", 20, "s", moveMost / 1e6, set, ""},
				{"entities of a batch, at most", 100, "entities", MaxBatch, set, ""},
				{"bytes of a batch (2009, 2010), at most", 4, "MiB", MaxBatchSize >> 20, set, ""},
				{"entities of a page, at most", 1000, "entities", MaxPage, set, ""},
				{"bytes of a page (2009), at most", 4, "MiB", MaxAnswer >> 20, set, ""},
				{"bytes of an entity (2009, 2011), at most", 1, "MiB", MaxEntity >> 20, set, ""},
				{"exponential retries", 3, "retries", float64(exponential.Retries), set, ""},
				{"wait before the first", 3, "s", wait(0), set, ""},
				{"before the second (2011)", 30, "s", wait(1), set, ""},
				{"before the second (2010)", 27, "s", wait(1), set, "the paper of 2011 gives the formula, by which the library waits 27 to 39 s, and says about 30 s itself."},
				{"before the third (2010)", 81, "s", wait(2), set, ""},
				{"before the third (2011)", 90, "s", wait(2), set, ""},
				{"the same, at most", 90, "s", most.Seconds(), set, ""},
				{"the part that grows is less by up to", 20, "%", 100 * (1 - (low.Seconds()-3)/30), set, ""},
			}, nil
		},
	},
}
