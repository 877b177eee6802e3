package loadsim

// Assumption is something that the model takes for granted.
type Assumption struct {
	Text   string
	Source string // where it comes from; "" when it is our own and no measurement stands behind it
}

// The sources.
const (
	study   = "How to get most out of Windows Azure Tables (2010)"
	retries = "Overview of Retry Policies in the Windows Azure Storage Client Library (2011)"
	targets = "Scalability and performance targets for Table storage"
)

// Assumptions returns what the model takes for granted, for the screen that shows its results.
func Assumptions() []Assumption {
	return []Assumption{
		{"A range partition holds consecutive PartitionKeys. One server serves it, one request after another, so that keys in the order of time all meet the last range, or the first.", study + ", append-only pattern"},
		{"A range partition serves 1,000 single inserts a second, or 2,500 entities a second in batches of 100.", study + ", figures 8 and 15"},
		{"The more work waits for a range partition, the more likely a request is refused with 503. The curve is fitted to the shares of refused requests in two figures.", study + ", figures 8 and 15"},
		{"A get takes 32 ms and a single insert 40 ms on a large VM, a batch of 100 inserts 0.7 s there and 1 s on a small VM, spread lognormally.", study + ", figures 3, 4 and 5"},
		{"A VM computes requests one after another. A small one makes 107 gets or 12 batches of 100 a second, a large one 400 or 19.", study + ", figures 10 and 11"},
		{"Enforced limits of 2010 are 500 entities a second for a partition and 5,000 for an account.", study + ", scalability of the table"},
		{"Limits of today are 2,000 entities a second for a partition and 20,000 for an account, of 1 KiB each.", targets},
		{"A limit works like a slower server: requests wait, and then are refused. A larger entity counts as one for each KiB.", ""},
		{"Servers of today are four times as fast as those of 2010, as the limit of a partition is; the time on the way is the same.", ""},
		{"The load balancer acts on what has been hot for 5 to 10 minutes, and a range that moves is not there for 10 to 20 s.", study + ", timeouts and ServerBusy"},
		{"Hot is a range partition that is busy 80 % of the time, or a server that is busy with four at once. A hot range is split in the middle of its load and the later half moves; one key cannot be split, and ranges are never joined.", ""},
		{"A refused request is answered without any work of the server, in half the usual time, and billed.", study + ", figure 15"},
		{"Exponential retries wait 3 s, then 27 to 39 s, then up to 90 s. A VM computes each attempt anew.", retries},
		{"Half of what an entity costs grows with its size; it was measured for 1 KiB.", ""},
		{"A query page costs 20 µs of its range partition for each entity. It was not measured.", ""},
		{"In long runs of many VMs up to six of them are simulated as one, which keeps throughput within 7 % and the 95th percentile within 20 %.", ""},
	}
}
