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
		{"A range partition holds the PartitionKeys between two keys. One server serves it, one request after another. New keys in the order of time all belong to the last range, or to the first.", study + ", append-only pattern"},
		{"A range partition serves 1,000 single inserts a second, or 2,500 entities a second in batches of 100.", study + ", figures 8 and 15"},
		{"A range partition serves 1,600 gets of 1 KiB a second, and takes as long for a query page as for a get of the same size.", ""},
		{"A request that would have to wait more than " + number(patience/1000) + " ms is refused with 503. It does not matter whether it waits for its range partition, the server or the account.", study + ", figures 8 and 15"},
		{"One request in " + number(held) + " has to wait for work of other accounts on its server, for " + number(heldFor/1000) + " ms on average. Both numbers are fitted.", study + ", figure 8"},
		{"A get takes 33 ms and a single insert 39 ms on a large VM, a batch of 100 inserts 0.7 s there and 0.9 s on a small VM. The time on the way has a lognormal distribution.", study + ", figures 3 to 6"},
		{"A VM prepares its requests one after another. In a second a small VM prepares 110 gets or 12 batches of 100 entities each, a large one 430 or 19.", study + ", figures 7, 10 and 11"},
		{"On a large VM one request in " + number(collected) + " meets a garbage collection and takes " + number(collection) + " times as long to prepare. So its throughput still rises with more than 15 threads.", study + ", figures 7 and 10"},
		{"Each KiB that is read takes 100 µs on the way and 20 µs of the range partition, each KiB that is written three times as much. A small VM needs 100 µs to prepare it, a large one 30 µs. Only entities of 1 KiB were measured.", ""},
		{"Enforced limits of 2010 are 500 entities a second for a partition and 5,000 for an account.", study + ", scalability of the table"},
		{"Limits of today are 2,000 entities a second for a partition and 20,000 for an account, of 1 KiB each.", targets},
		{"A limit works like a slower server: requests wait, and then are refused. A larger entity counts as one for each KiB.", ""},
		{"Servers of today are four times as fast as those of 2010, as the limit of a partition is; the time on the way is the same.", ""},
		{"The load balancer acts on what has been hot for 5 to 10 minutes, and a range that moves cannot be reached for 10 to 20 s.", study + ", timeouts and ServerBusy"},
		{"A range partition is hot when it is busy 80 % of the time. A server can serve four range partitions at their full rate, and is hot when it is busy with 80 % of that. A hot range is split in the middle of its load, and the later half moves to another server. One key cannot be split, and ranges are never joined.", ""},
		{"A range is split only where something has been written. With the keys of a table or a design, the first tenth is there before the run begins. With keys that the simulator makes in the order of time, nothing is.", ""},
		{"A refused request is answered without any work of the server, in half the usual time, and billed.", study + ", figure 15"},
		{"Exponential retries wait 3 s, then 27 to 39 s, then up to 90 s. A VM prepares each attempt anew.", retries},
		{"In long runs of many VMs up to six of them are simulated as one, which keeps throughput within 7 % and the 95th percentile within 20 %.", ""},
	}
}
