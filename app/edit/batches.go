package edit

import (
	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang"
)

// Batch is the changes of one request: an entity group transaction, or a single operation.
type Batch struct {
	Source, Table string
	PartitionKey  string
	Changes       []*Change
	Bytes         int
	Late          bool // it deletes what another partition takes in, and goes when that is done
}

// batchesOf groups changes: each of one partition, at most 100 operations and what their engine takes at once. Both halves of a move inside a partition are
// in one group. What leaves a partition for another is deleted after everything else, so that nothing is ever nowhere.
func BatchesOf(changes []*Change, profileOf func(source string) filterlang.Profile) []*Batch {
	var out, late []*Batch
	for i := 0; i < len(changes); {
		first := changes[i]
		n := i
		for n < len(changes) && changes[n].Source == first.Source && changes[n].Table == first.Table && changes[n].PartitionKey == first.PartitionKey {
			n++
		}
		soon, after := ofPartition(changes[i:n], engine.BatchBytes(profileOf(first.Source)))
		out, late = append(out, soon...), append(late, after...)
		i = n
	}
	return append(out, late...)
}

// ofPartition groups the changes of one partition.
func ofPartition(changes []*Change, most int) (soon, late []*Batch) {
	byRow := map[string]*Change{}
	for _, c := range changes {
		byRow[c.RowKey] = c
	}
	var now, then []*Batch
	add := func(list []*Batch, isLate bool, unit ...*Change) []*Batch {
		bytes := 0
		for _, c := range unit {
			bytes += c.Bytes
		}
		if n := len(list); n > 0 {
			if b := list[n-1]; len(b.Changes)+len(unit) <= engine.MaxBatchOps && b.Bytes+bytes <= most-batchEnvelope {
				b.Changes, b.Bytes = append(b.Changes, unit...), b.Bytes+bytes
				return list
			}
		}
		c := unit[0]
		return append(list, &Batch{Source: c.Source, Table: c.Table, PartitionKey: c.PartitionKey, Changes: unit, Bytes: bytes, Late: isLate})
	}
	taken := map[*Change]bool{}
	for _, c := range changes {
		if taken[c] {
			continue
		}
		// A chain of moves inside the partition stays together as far as it goes in one group.
		unit := []*Change{}
		for at := c; at != nil && !taken[at] && len(unit) < engine.MaxBatchOps; {
			taken[at] = true
			unit = append(unit, at)
			var next *Change
			for _, k := range []*EntityKey{at.To, at.From} {
				if k != nil && k.PartitionKey == at.PartitionKey && k.Table == at.Table && k.Source == at.Source {
					if o := byRow[k.RowKey]; o != nil && !taken[o] {
						next = o
					}
				}
			}
			at = next
		}
		if isLate := c.To != nil && c.To.PartitionKey != c.PartitionKey; isLate {
			then = add(then, true, unit...)
		} else {
			now = add(now, false, unit...)
		}
	}
	return now, then
}

// batchEnvelope is more than the bytes of a batch beside its operations.
const batchEnvelope = 1 << 10

// Op is the operation that a change sends.
func (c *Change) Op() wire.ApplyRequest {
	r := wire.ApplyRequest{Source: c.Source, Table: c.Table, Kind: c.Kind, PartitionKey: c.PartitionKey, RowKey: c.RowKey}
	switch c.Kind {
	case ReplaceKind, MergeKind, DeleteKind:
		r.IfMatch = "*"
		if c.Base != nil {
			r.IfMatch = c.Base.ETag
		}
	}
	for _, p := range c.Want {
		if c.Kind == MergeKind && c.Base != nil {
			if was := PropertyOf(c.Base.Properties, p.Name); was != nil && was.Type == p.Type && was.Text == p.Text {
				continue
			}
		}
		r.Properties = append(r.Properties, p)
	}
	if c.Kind == DeleteKind {
		r.Properties = nil
	}
	return r
}

// measuredChange gives a change the size of its request.
func MeasuredChange(c *Change) *Change {
	next := *c
	next.Bytes = batchPartBytes
	if op, err := wire.ReadOp(c.Op()); err == nil {
		client := tablerest.Client{URL: PlaceholderURL}
		next.Bytes += len(client.RequestText(c.Table, []engine.Op{op}, engine.MaxBatchBytes*2))
	}
	return &next
}

// batchPartBytes is more than the bytes that a batch has around an operation beside those of its own request.
const batchPartBytes = 200

// placeholderURL stands where requests on this browser's tables have no address.
const PlaceholderURL = "https://ACCOUNT.table.core.windows.net"

// request is what a batch sends.
func (b *Batch) Request() wire.BatchRequest {
	r := wire.BatchRequest{Source: b.Source, Table: b.Table}
	for _, c := range b.Changes {
		op := c.Op()
		op.Source, op.Table = "", ""
		r.Ops = append(r.Ops, op)
	}
	return r
}
