package engine

import (
	"math/bits"
	"sort"
)

// rankSet is a set of ranks of a table: a bit for each entity from a first one on, so that the collector has nothing to follow and
// half a million matches among a million entities take 125 KB. It is filled in ascending order, sealed, and then only read.
type rankSet struct {
	from   int // rank of the first bit
	words  []uint64
	before []int32 // by rankBlock words: elements in the words before; made by seal
	n      int
}

// rankBlock is the number of words between two sums.
const rankBlock = 8

// add adds the elements of a mask whose first bit stands for a rank.
func (s *rankSet) add(rank int, mask uint64) {
	if mask == 0 {
		return
	}
	word, shift := (rank-s.from)/64, uint(rank-s.from)%64
	for len(s.words) < word+2 {
		s.words = append(s.words, 0)
	}
	s.words[word] |= mask << shift
	s.words[word+1] |= mask >> (64 - shift) // 0 for a shift of 0
}

// seal makes the set ready to be read.
func (s *rankSet) seal() {
	s.before = make([]int32, 0, len(s.words)/rankBlock+1)
	for i, w := range s.words {
		if i%rankBlock == 0 {
			s.before = append(s.before, int32(s.n))
		}
		s.n += bits.OnesCount64(w)
	}
}

// at returns element i in ascending order, 0 <= i < n.
func (s *rankSet) at(i int) (rank int) {
	block := sort.Search(len(s.before), func(b int) bool { return int(s.before[b]) > i }) - 1
	left, word := i-int(s.before[block]), block*rankBlock
	for n := bits.OnesCount64(s.words[word]); left >= n; n = bits.OnesCount64(s.words[word]) {
		left -= n
		word++
	}
	w := s.words[word]
	for ; left > 0; left-- {
		w &= w - 1
	}
	return s.from + word*64 + bits.TrailingZeros64(w)
}

// after returns the first element above one; there must be one.
func (s *rankSet) after(rank int) int {
	i := rank + 1 - s.from
	word := i / 64
	for w := s.words[word] >> (uint(i) % 64) << (uint(i) % 64); ; w = s.words[word] {
		if w != 0 {
			return s.from + word*64 + bits.TrailingZeros64(w)
		}
		word++
	}
}
