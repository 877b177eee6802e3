// Package deflate compresses what is compressed once and downloaded often. See deflate.go for the search and code.go for the codes.
package deflate

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"math"
	"slices"
)

// Gzip compresses data as a gzip file. Of all ways to write the data as literals and
// matches it looks for the cheapest one, under the costs of the codes that the last look led to. Of the program that makes
// a twentieth less than compress/gzip, in some 20 s. The result is unpacked once and compared: an error is a fault of the encoder.
func Gzip(data []byte) ([]byte, error) {
	d := deflater{data: data}
	d.out = append(d.out, 0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255) // no name and no time; "slowest", unknown system
	d.encode()
	d.out = binary.LittleEndian.AppendUint32(d.out, crc32.ChecksumIEEE(data))
	d.out = binary.LittleEndian.AppendUint32(d.out, uint32(len(data)))
	r, err := gzip.NewReader(bytes.NewReader(d.out))
	if err != nil {
		return nil, err
	}
	if back, err := io.ReadAll(r); err != nil || !bytes.Equal(back, data) {
		return nil, errors.Join(errors.New("deflate: the gzip encoder damaged a file"), err)
	}
	return d.out, nil
}

const (
	window    = 1 << 15
	minMatch  = 3
	maxMatch  = 258
	segment   = 1 << 19 // bytes whose matches are in memory at once
	chainMax  = 400     // candidates that are looked at for a place
	groupSize = 768     // tokens, of which blocks consist
	endSymbol = 256
	literals  = 286 // symbols of literals, the end and lengths
	distances = 30
)

// token is a literal, a byte without a distance, or a match, its length with a distance.
type token struct{ value, distance uint16 }

// match is the nearest place at which so many bytes are the same.
type match struct{ length, distance uint16 }

// deflater holds the state of one encoding.
type deflater struct {
	data []byte
	out  []byte
	bits uint64 // not yet in out
	held uint

	head3, head4 []int32 // the last place of a hash, plus one
	previous     []int32 // the place before, of the same hash of four bytes, by place in the window

	matches []match
	first   []int32 // of each place of the segment, its first match
	cost    []float32
	from    []token
}

func (d *deflater) encode() {
	d.head3, d.head4, d.previous = make([]int32, 1<<15), make([]int32, 1<<16), make([]int32, window)
	costs := startCosts()
	for at := 0; at < len(d.data) || at == 0; at += segment {
		end := min(at+segment, len(d.data))
		d.find(at, end)
		var tokens []token
		for range 3 {
			tokens = d.parse(at, at, end, costs)
			costs = count(tokens).costs()
		}
		place := at
		blocks := split(tokens)
		for i, block := range blocks {
			length := 0
			for _, t := range block {
				length += t.length()
			}
			best, size := block, count(block).size()
			for range 6 {
				next := d.parse(at, place, place+length, count(block).costs())
				c := count(next)
				if s := c.size(); s < size {
					best, size = next, s
				}
				block = next
			}
			d.write(best, end == len(d.data) && i == len(blocks)-1)
			place += length
		}
	}
	if d.held > 0 {
		d.put(0, 8-d.held%8)
	}
}

func (t token) length() int {
	if t.distance == 0 {
		return 1
	}
	return int(t.value)
}

// find sets the matches of the places from at to end: of each, longer and longer ones, and farther and farther.
func (d *deflater) find(at, end int) {
	data := d.data
	d.matches, d.first = d.matches[:0], d.first[:0]
	nothing := 0 // up to here a long match says it all
	for i := at; i < end; i++ {
		d.first = append(d.first, int32(len(d.matches)))
		if i+4 > len(data) {
			continue
		}
		word := binary.LittleEndian.Uint32(data[i:])
		h3, h4 := (word<<8)*0x9e3779b1>>17, word*0x9e3779b1>>16
		old3, next := int(d.head3[h3])-1, int(d.head4[h4])-1
		d.head3[h3], d.head4[h4] = int32(i+1), int32(i+1)
		d.previous[i%window] = int32(next + 1)
		if i < nothing {
			continue
		}
		longest := minMatch - 1
		limit := min(maxMatch, end-i)
		if old3 >= 0 && i-old3 <= window && limit >= minMatch && data[old3] == data[i] && data[old3+1] == data[i+1] && data[old3+2] == data[i+2] {
			longest = minMatch
			d.matches = append(d.matches, match{minMatch, uint16(i - old3)})
		}
		for n := 0; n < chainMax && next >= 0 && i-next <= window && longest < limit; n++ {
			if data[next+longest] == data[i+longest] {
				length := 0
				for length < limit && data[next+length] == data[i+length] {
					length++
				}
				if length > longest {
					longest = length
					d.matches = append(d.matches, match{uint16(length), uint16(i - next)})
				}
			}
			before := int(d.previous[next%window]) - 1
			if before >= next {
				break // it has been written over
			}
			next = before
		}
		if longest == maxMatch {
			nothing = i + maxMatch/2
		}
	}
	d.first = append(d.first, int32(len(d.matches)))
}

// parse returns the cheapest tokens of the data from one place to another, both in the segment that begins at origin.
func (d *deflater) parse(origin, at, end int, c *costs) []token {
	n := end - at
	d.cost, d.from = slices.Grow(d.cost[:0], n+1)[:n+1], slices.Grow(d.from[:0], n+1)[:n+1]
	for i := range d.cost {
		d.cost[i] = math.MaxFloat32
	}
	d.cost[0] = 0
	for i := range n {
		here := d.cost[i]
		b := d.data[at+i]
		if next := here + c.literal[b]; next < d.cost[i+1] {
			d.cost[i+1], d.from[i+1] = next, token{uint16(b), 0}
		}
		length := minMatch
		for _, m := range d.matches[d.first[at+i-origin]:d.first[at+i-origin+1]] {
			to := min(int(m.length), n-i)
			far := here + c.distance[distanceSymbol(int(m.distance))]
			for ; length <= to; length++ {
				if next := far + c.length[length]; next < d.cost[i+length] {
					d.cost[i+length], d.from[i+length] = next, token{uint16(length), m.distance}
				}
			}
		}
	}
	var tokens []token
	for i := n; i > 0; i -= d.from[i].length() {
		tokens = append(tokens, d.from[i])
	}
	slices.Reverse(tokens)
	return tokens
}

// costs are in bits, with the extra bits of lengths and distances.
type costs struct {
	literal  [256]float32
	length   [maxMatch + 1]float32
	distance [distances]float32
}

func startCosts() *costs {
	c := new(costs)
	for i := range c.literal {
		c.literal[i] = 7
	}
	for i := minMatch; i <= maxMatch; i++ {
		c.length[i] = 5 + float32(lengthExtra[lengthSymbol(i)])
	}
	for i := range c.distance {
		c.distance[i] = 5 + float32(distanceExtra(i))
	}
	return c
}

// counts says how often each symbol is used.
type counts struct {
	literal  [literals]int
	distance [distances]int
}

func count(tokens []token) *counts {
	c := new(counts)
	for _, t := range tokens {
		if t.distance == 0 {
			c.literal[t.value]++
			continue
		}
		c.literal[257+lengthSymbol(int(t.value))]++
		c.distance[distanceSymbol(int(t.distance))]++
	}
	c.literal[endSymbol]++
	return c
}

// costs returns what the symbols would cost in a code without whole bits. One that is not used costs as one that is used once.
func (c *counts) costs() *costs {
	bitsOf := func(list []int) func(i int) float32 {
		sum := 0
		for _, n := range list {
			sum += n
		}
		all := math.Log2(float64(max(sum, 1)))
		return func(i int) float32 { return max(0.1, float32(all-math.Log2(max(float64(list[i]), 0.7)))) }
	}
	out := new(costs)
	of := bitsOf(c.literal[:])
	for i := range out.literal {
		out.literal[i] = of(i)
	}
	for i := minMatch; i <= maxMatch; i++ {
		symbol := lengthSymbol(i)
		out.length[i] = of(257+symbol) + float32(lengthExtra[symbol])
	}
	of = bitsOf(c.distance[:])
	for i := range out.distance {
		out.distance[i] = of(i) + float32(distanceExtra(i))
	}
	return out
}

// size returns the bits of a block with these symbols.
func (c *counts) size() int {
	lit, dist := c.lengths()
	head := header(lit, dist)
	bits := head.size()
	for i, n := range c.literal {
		bits += n * lit[i]
		if i > endSymbol {
			bits += n * lengthExtra[i-257]
		}
	}
	for i, n := range c.distance {
		bits += n * (dist[i] + distanceExtra(i))
	}
	return bits
}

// split cuts tokens into blocks whose codes are worth their headers: groups are joined while that saves bits.
func split(tokens []token) [][]token {
	type group struct {
		end    int // of its tokens
		size   int
		joined int // the size together with the next one
	}
	var groups []group
	begin := func(i int) int {
		if i == 0 {
			return 0
		}
		return groups[i-1].end
	}
	for end := min(groupSize, len(tokens)); ; end = min(end+groupSize, len(tokens)) {
		groups = append(groups, group{end: end, size: count(tokens[begin(len(groups)):end]).size()})
		if end == len(tokens) {
			break
		}
	}
	measure := func(i int) {
		if i >= 0 && i+1 < len(groups) {
			groups[i].joined = count(tokens[begin(i):groups[i+1].end]).size()
		}
	}
	for i := range groups {
		measure(i)
	}
	for {
		best, saved := -1, 0
		for i := range len(groups) - 1 {
			if s := groups[i].size + groups[i+1].size - groups[i].joined; s > saved {
				best, saved = i, s
			}
		}
		if best < 0 {
			break
		}
		groups[best].end, groups[best].size = groups[best+1].end, groups[best].joined
		groups = slices.Delete(groups, best+1, best+2)
		measure(best - 1)
		measure(best)
	}
	var blocks [][]token
	for i, g := range groups {
		blocks = append(blocks, tokens[begin(i):g.end])
	}
	return blocks
}
