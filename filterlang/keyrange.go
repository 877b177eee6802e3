package filterlang

import "strings"

// Exactly returns the interval of the one string v.
func Exactly(v string) Interval {
	return Interval{Low: Bound{Inclusive, v}, High: Bound{Inclusive, v}}
}

// nothing is the canonical empty interval: no string is after the empty string and before it.
var nothing = Interval{Low: Bound{Exclusive, ""}, High: Bound{Exclusive, ""}}

// Everything returns the range of all keys of a table.
func Everything() KeyRange { return KeyRange{} }

// Nothing returns a range without keys.
func Nothing() KeyRange { return KeyRange{Partition: nothing, Row: nothing} }

// cuts returns the places where i begins and ends on the line of all strings.
func (i Interval) cuts() (low, high cut) {
	low, high = lowest, highest
	switch i.Low.Kind {
	case Inclusive:
		low = cut{i.Low.Value, before}
	case Exclusive:
		low = cut{i.Low.Value, after}
	}
	switch i.High.Kind {
	case Inclusive:
		high = cut{i.High.Value, after}
	case Exclusive:
		high = cut{i.High.Value, before}
	}
	return low, high
}

// interval returns the interval between two cuts; an empty one is canonical.
func interval(low, high cut) Interval {
	if low.compare(high) >= 0 {
		return nothing
	}
	var i Interval
	switch {
	case low.at == after:
		i.Low = Bound{Exclusive, low.value}
	case low != lowest:
		i.Low = Bound{Inclusive, low.value}
	}
	switch high.at {
	case before:
		i.High = Bound{Exclusive, high.value}
	case after:
		i.High = Bound{Inclusive, high.value}
	}
	return i
}

// Empty reports whether no string can be in i: "gt 'b' and lt 'a'", "gt 'a' and lt 'a'", or what is less than the empty string. Two bounds that merely
// have no legal key between them are not looked into.
func (i Interval) Empty() bool {
	low, high := i.cuts()
	return low.compare(high) >= 0
}

// Single returns the string when i holds exactly one: "[a…a]" gives "a", and what is at most the empty string is that string.
func (i Interval) Single() (string, bool) {
	low, high := i.cuts()
	if low.at == before && high.at == after && low.value == high.value {
		return low.value, true
	}
	return "", false
}

// All reports whether i is every string. A lower bound at the empty string excludes nothing.
func (i Interval) All() bool {
	low, high := i.cuts()
	return low == lowest && high == highest
}

// Contains reports whether the key string v is in i.
func (i Interval) Contains(v string) bool {
	low, high := i.cuts()
	at := cut{v, before}
	return low.compare(at) <= 0 && at.compare(high) < 0
}

// Intersect returns the strings in both: [a … m) and (c … z] give (c … m).
func (i Interval) Intersect(j Interval) Interval {
	low, high := i.cuts()
	low2, high2 := j.cuts()
	if low.compare(low2) < 0 {
		low = low2
	}
	if high2.compare(high) < 0 {
		high = high2
	}
	return interval(low, high)
}

// String returns i as the documents write it: "Action" for one value, "[Action … War)", "(a … +∞)", "(−∞ … m]". The empty
// key is written as two quotes, so that it can be seen.
func (i Interval) String() string {
	if i.Empty() {
		return "nothing"
	}
	if v, ok := i.Single(); ok {
		return keyText(v)
	}
	low, high := i.cuts()
	return opening(low) + endText(low) + " … " + endText(high) + closing(high)
}

func keyText(v string) string {
	if v == "" {
		return "''"
	}
	return v
}

func opening(c cut) string {
	if c.at == before && c != lowest {
		return "["
	}
	return "("
}

func closing(c cut) string {
	if c.at == after {
		return "]"
	}
	return ")"
}

func endText(c cut) string {
	switch c {
	case lowest:
		return "−∞"
	case highest:
		return "+∞"
	}
	return keyText(c.value)
}

// Empty reports whether no key can be in r.
func (r KeyRange) Empty() bool { return r.Partition.Empty() || r.Row.Empty() }

// Single returns the key when r is exactly one: (SciFi,Star Wars).
func (r KeyRange) Single() (partitionKey, rowKey string, ok bool) {
	p, one := r.Partition.Single()
	w, two := r.Row.Single()
	return p, w, one && two
}

// Contiguous reports whether r is one stretch of the table, without a gap that may hold other keys: "all of a",
// "[(a,c)…(a,f)]" and "[a … m)" are; "RowKey x in each PartitionKey of [a … m)" is not.
func (r KeyRange) Contiguous() bool {
	_, single := r.Partition.Single()
	return single || r.Row.All() || r.Empty()
}

// Contains reports whether the key is in r.
func (r KeyRange) Contains(partitionKey, rowKey string) bool {
	return r.Partition.Contains(partitionKey) && r.Row.Contains(rowKey)
}

// Intersect returns the keys in both: "[a … m)" and "all of c" give "all of c".
func (r KeyRange) Intersect(s KeyRange) KeyRange {
	both := KeyRange{r.Partition.Intersect(s.Partition), r.Row.Intersect(s.Row)}
	if both.Empty() {
		return Nothing()
	}
	return both
}

// Class returns the class of a scan of r: by its keys alone, so a skip scan has the class of its PartitionKey interval.
func (r KeyRange) Class() Class {
	_, partition := r.Partition.Single()
	_, row := r.Row.Single()
	switch {
	case r.Empty():
		return Empty
	case partition && row:
		return Point
	case partition:
		return RowRange
	case r.Partition.All():
		return FullScan
	}
	return PartitionRange
}

// String returns r in the notation of the documents:
//
//	(SciFi,Star Wars)                       one key
//	[(SciFi,Sphere)…(SciFi,Star Wars)]      rows of one partition, both ends included
//	[(Action,Sh)…(Action,Si))               the upper end excluded
//	((Football,2521)…end of Football]       half open
//	all of Action                           a whole partition
//	[Action … War)                          partitions
//	each PartitionKey of [a … +∞): RowKey x a skip scan
//	everything, nothing
func (r KeyRange) String() string {
	p, single := r.Partition.Single()
	p = keyText(p)
	switch {
	case r.Empty():
		return "nothing"
	case single && r.Row.All():
		return "all of " + p
	case single:
		return rowsText(p, r.Row)
	case r.Partition.All() && r.Row.All():
		return "everything"
	case r.Row.All():
		return r.Partition.String()
	case r.Partition.All():
		return "each PartitionKey: RowKey " + r.Row.String()
	}
	return "each PartitionKey of " + r.Partition.String() + ": RowKey " + r.Row.String()
}

// rowsText writes a proper part of partition p.
func rowsText(p string, rows Interval) string {
	if v, ok := rows.Single(); ok {
		return "(" + p + "," + keyText(v) + ")"
	}
	low, high := rows.cuts()
	var b strings.Builder
	if low == lowest {
		b.WriteString("[start of " + p)
	} else {
		b.WriteString(opening(low) + "(" + p + "," + keyText(low.value) + ")")
	}
	b.WriteString("…")
	if high == highest {
		b.WriteString("end of " + p + "]")
	} else {
		b.WriteString("(" + p + "," + keyText(high.value) + ")" + closing(high))
	}
	return b.String()
}
