package deflate

import (
	"math/bits"
	"slices"
)

// The codes of a deflate block (RFC 1951): symbols, the lengths of their codes, and the header that tells these.

var (
	lengthExtra = [29]int{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0}
	lengthBase  = [29]int{3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258}
	// lengthSymbols are the symbols of lengths, less 257.
	lengthSymbols = func() (out [maxMatch + 1]uint8) {
		for symbol, base := range lengthBase {
			for i := base; i <= maxMatch; i++ {
				out[i] = uint8(symbol)
			}
		}
		return out
	}()
	headerOrder = [19]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}
	headerExtra = [19]uint{16: 2, 17: 3, 18: 7}
)

func lengthSymbol(length int) int { return int(lengthSymbols[length]) }

// distanceSymbol returns the symbol of a distance from 1: two for each power of two.
func distanceSymbol(distance int) int {
	if distance <= 2 {
		return distance - 1
	}
	d := uint(distance - 1)
	top := bits.Len(d) - 1
	return 2*top + int(d>>(top-1)&1)
}

func distanceExtra(symbol int) int { return max(0, symbol/2-1) }

func distanceBase(symbol int) int {
	if symbol < 2 {
		return symbol + 1
	}
	return (2+symbol%2)<<distanceExtra(symbol) + 1
}

// lengths returns the lengths of the codes of a block in bits, 0 for symbols that are not used.
func (c *counts) lengths() (literal, distance []int) {
	literal, distance = codeLengths(c.literal[:], 15), codeLengths(c.distance[:], 15)
	return literal, distance
}

// codeLengths returns the lengths of the best code of these frequencies with at most so many bits, by package-merge. A symbol that is
// alone gets one bit.
func codeLengths(frequencies []int, limit int) []int {
	type item struct {
		weight      int
		symbol      int // -1: a package of two items of the level below
		left, right int
	}
	out := make([]int, len(frequencies))
	var leaves []item
	for symbol, n := range frequencies {
		if n > 0 {
			leaves = append(leaves, item{weight: n, symbol: symbol})
		}
	}
	if len(leaves) < 2 {
		for _, l := range leaves {
			out[l.symbol] = 1
		}
		return out
	}
	slices.SortStableFunc(leaves, func(a, b item) int { return a.weight - b.weight })
	levels := [][]item{leaves}
	for range limit - 1 {
		below := levels[len(levels)-1]
		merged := make([]item, 0, len(leaves)+len(below)/2)
		l := 0
		for i := 0; i+1 < len(below); i += 2 {
			p := item{below[i].weight + below[i+1].weight, -1, i, i + 1}
			for l < len(leaves) && leaves[l].weight <= p.weight {
				merged = append(merged, leaves[l])
				l++
			}
			merged = append(merged, p)
		}
		levels = append(levels, append(merged, leaves[l:]...))
	}
	// Of the top level the cheapest 2n-2 items are taken, and of each level below those in the packages that were taken.
	take := 2*len(leaves) - 2
	for i := len(levels) - 1; i >= 0; i-- {
		packages := 0
		for _, it := range levels[i][:take] {
			if it.symbol >= 0 {
				out[it.symbol]++
			} else {
				packages++
			}
		}
		take = 2 * packages
	}
	return out
}

// codes returns the codes of these lengths, their bits in the order in which they are written.
func codes(lengths []int) []uint64 {
	var next [16]int
	for _, l := range lengths {
		next[l]++
	}
	next[0] = 0
	code := 0
	for l := range next {
		n := next[l]
		next[l] = code
		code = (code + n) << 1
	}
	out := make([]uint64, len(lengths))
	for i, l := range lengths {
		if l > 0 {
			out[i] = uint64(bits.Reverse16(uint16(next[l])) >> (16 - l))
			next[l]++
		}
	}
	return out
}

// blockHeader tells the lengths of the codes of a block.
type blockHeader struct {
	literal, distance int // how many lengths of each are told
	symbols           []headerSymbol
	lengths           []int // of the code that the lengths are told in
	told              int   // how many of these, in headerOrder
}

// headerSymbol is a length, or a repetition with its extra bits.
type headerSymbol struct {
	symbol int
	extra  uint64
}

func header(literal, distance []int) *blockHeader {
	h := &blockHeader{literal: literals, distance: distances}
	for h.literal > 257 && literal[h.literal-1] == 0 {
		h.literal--
	}
	for h.distance > 1 && distance[h.distance-1] == 0 {
		h.distance--
	}
	all := append(slices.Clone(literal[:h.literal]), distance[:h.distance]...)
	used := make([]int, len(headerOrder))
	add := func(symbol, extra int) {
		h.symbols = append(h.symbols, headerSymbol{symbol, uint64(extra)})
		used[symbol]++
	}
	for i := 0; i < len(all); {
		run := 1
		for i+run < len(all) && all[i+run] == all[i] {
			run++
		}
		i += run
		length := all[i-1]
		if length > 0 {
			add(length, 0)
			run--
		}
		for run > 0 {
			switch {
			case length == 0 && run >= 11:
				n := min(run, 138)
				add(18, n-11)
				run -= n
			case length == 0 && run >= 3:
				add(17, run-3)
				run = 0
			case length > 0 && run >= 3:
				n := min(run, 6)
				add(16, n-3)
				run -= n
			default:
				add(length, 0)
				run--
			}
		}
	}
	h.lengths = codeLengths(used, 7)
	h.told = len(headerOrder)
	for h.told > 4 && h.lengths[headerOrder[h.told-1]] == 0 {
		h.told--
	}
	return h
}

// size returns the bits of the header with those in front that say what kind of block it is.
func (h *blockHeader) size() int {
	n := 3 + 5 + 5 + 4 + 3*h.told
	for _, s := range h.symbols {
		n += h.lengths[s.symbol] + int(headerExtra[s.symbol])
	}
	return n
}

// write writes a block.
func (d *deflater) write(tokens []token, last bool) {
	literal, distance := count(tokens).lengths()
	h := header(literal, distance)
	final := uint64(0)
	if last {
		final = 1
	}
	d.put(final|2<<1, 3)
	d.put(uint64(h.literal-257), 5)
	d.put(uint64(h.distance-1), 5)
	d.put(uint64(h.told-4), 4)
	for _, symbol := range headerOrder[:h.told] {
		d.put(uint64(h.lengths[symbol]), 3)
	}
	headerCodes := codes(h.lengths)
	for _, s := range h.symbols {
		d.put(headerCodes[s.symbol], uint(h.lengths[s.symbol]))
		d.put(s.extra, headerExtra[s.symbol])
	}
	literalCodes, distanceCodes := codes(literal), codes(distance)
	for _, t := range tokens {
		if t.distance == 0 {
			d.put(literalCodes[t.value], uint(literal[t.value]))
			continue
		}
		symbol := lengthSymbol(int(t.value))
		d.put(literalCodes[257+symbol], uint(literal[257+symbol]))
		d.put(uint64(int(t.value)-lengthBase[symbol]), uint(lengthExtra[symbol]))
		symbol = distanceSymbol(int(t.distance))
		d.put(distanceCodes[symbol], uint(distance[symbol]))
		d.put(uint64(int(t.distance)-distanceBase(symbol)), uint(distanceExtra(symbol)))
	}
	d.put(literalCodes[endSymbol], uint(literal[endSymbol]))
}

// put writes the lowest n bits of v, at most 48.
func (d *deflater) put(v uint64, n uint) {
	d.bits |= v << d.held
	d.held += n
	for ; d.held >= 8; d.held -= 8 {
		d.out = append(d.out, byte(d.bits))
		d.bits >>= 8
	}
}
