package loadsim

// rowOf returns the row of a column that a key's place lies in.
func rowOf(place uint32) int { return int(uint64(place) * Rows >> 32) }

// rowStart returns the first place of a row; row Rows begins behind all keys.
func rowStart(row int) uint64 { return (uint64(row)*space + Rows - 1) / Rows }

// RowKeys returns the first PartitionKey that each of the Rows may have, from the lowest keys to the highest; "" for a row
// that none of the run's keys lies in.
func (r *Run) RowKeys() []string {
	k := r.keys
	names := make([]string, Rows)
	count := 0
	switch k.Kind {
	case Single:
		names[rowOf(k.hot)] = "(one partition)"
		return names
	case Buckets:
		count = k.Buckets
	case Given:
		count = len(k.sorted)
	}
	for i := range names {
		from := uint32(rowStart(i))
		if count > 0 && k.behind(uint64(from), count) == k.behind(rowStart(i+1), count) {
			continue
		}
		names[i] = k.label(from)
	}
	return names
}

// behind returns how many of count keys are before a place, which may be the end of all.
func (k *keyspace) behind(place uint64, count int) int {
	if place >= space {
		return count
	}
	return k.rank(uint32(place), count)
}
