package link

import "math/bits"

// Bounds of DEFLATE (RFC 1951).
const (
	window    = 32 << 10 // how far back a match may be
	minMatch  = 3
	maxMatch  = 258
	endBlock  = 256
	maxBits   = 15 // of a code
	maxLength = 7  // of a code for code lengths
	hashBits  = 15
)

// maxChain bounds how many earlier places are compared with each position, so that no text takes long.
const maxChain = 128

// deflate compresses text into one DEFLATE block with codes made for it.
func deflate(text []byte) []byte {
	tokens := matches(text)
	literals, distances := make([]int, 286), make([]int, 30)
	for _, t := range tokens {
		literals[t.literal.symbol]++
		if t.match {
			distances[t.distance.symbol]++
		}
	}
	w := &bitWriter{}
	w.write(1, 1) // the last block
	w.write(2, 2) // with codes of its own
	literal, distance := huffman(literals, maxBits), huffman(distances, maxBits)
	w.codes(literal, distance)
	for _, t := range tokens {
		w.symbol(literal, t.literal)
		if t.match {
			w.symbol(distance, t.distance)
		}
	}
	return w.flush()
}

// token is a byte, the end, or a match: its length and how far back it is.
type token struct {
	literal, distance ranged
	match             bool
}

// matches replaces what was there before by where it was; the last token is the end. A match waits one position for a longer
// one.
func matches(text []byte) []token {
	var tokens []token
	last := make([]int32, 1<<hashBits) // by a hash of three bytes: where they were last, plus 1
	before := make([]int32, len(text)) // by position: where that hash was before, plus 1
	enter := func(i int) {
		if i+minMatch <= len(text) {
			key := (uint32(text[i])<<16 | uint32(text[i+1])<<8 | uint32(text[i+2])) * 0x9E3779B1 >> (32 - hashBits)
			before[i] = last[key]
			last[key] = int32(i) + 1
		}
	}
	longest := func(i int) (length, distance int) {
		if i+minMatch > len(text) {
			return 0, 0
		}
		limit := min(maxMatch, len(text)-i)
		at := int(before[i]) - 1
		for range maxChain {
			if at < 0 || i-at > window || length == limit {
				break
			}
			n := 0
			for n < limit && text[at+n] == text[i+n] {
				n++
			}
			if n > length {
				length, distance = n, i-at
			}
			at = int(before[at]) - 1
		}
		return length, distance
	}
	entered := -1
	look := func(i int) (length, distance int) {
		for ; entered < i; entered++ {
			enter(entered + 1)
		}
		return longest(i)
	}
	for i := 0; i < len(text); {
		length, distance := look(i)
		if length >= minMatch && i+1 < len(text) && length < maxMatch {
			if later, _ := look(i + 1); later > length {
				length = 0
			}
		}
		if length < minMatch {
			tokens = append(tokens, token{literal: ranged{symbol: int(text[i])}})
			i++
			continue
		}
		tokens = append(tokens, token{lengthCode(length), distanceCode(distance), true})
		i += length
	}
	return append(tokens, token{literal: ranged{symbol: endBlock}})
}

// ranged is a symbol for a range of numbers, and which of them in bits behind it.
type ranged struct{ symbol, extra, bits int }

// lengthCode follows the table of section 3.2.5: four codes to each number of extra bits, from the ninth on.
func lengthCode(length int) ranged {
	if length == maxMatch {
		return ranged{symbol: 285}
	}
	n := length - minMatch
	if n < 8 {
		return ranged{symbol: 257 + n}
	}
	extra := bits.Len(uint(n)) - 3
	return ranged{257 + 4*extra + n>>extra, n & (1<<extra - 1), extra}
}

// distanceCode has two codes to each number of extra bits, from the fifth on.
func distanceCode(distance int) ranged {
	n := distance - 1
	if n < 4 {
		return ranged{symbol: n}
	}
	extra := bits.Len(uint(n)) - 2
	return ranged{2*extra + n>>extra, n & (1<<extra - 1), extra}
}

// code is a symbol's bits, the first of them lowest; no bits for a symbol that does not occur.
type code struct {
	value uint32
	size  int
}

// huffman makes codes of at most limit bits from how often each symbol occurs.
func huffman(counts []int, limit int) []code {
	type node struct{ weight, left, right int } // children are indexes, a leaf has left -1 and the symbol in right
	sizes := make([]int, len(counts))
	weights := append([]int(nil), counts...)
	for {
		var nodes []node
		for symbol, n := range weights {
			if n > 0 {
				nodes = append(nodes, node{n, -1, symbol})
			}
		}
		if len(nodes) == 0 {
			break
		}
		if len(nodes) == 1 {
			sizes[nodes[0].right] = 1
			break
		}
		for i := range nodes { // by weight; a sort from the library would be most of this package
			for j := i; j > 0 && nodes[j].weight < nodes[j-1].weight; j-- {
				nodes[j], nodes[j-1] = nodes[j-1], nodes[j]
			}
		}
		// Leaves and joined nodes both come in the order of their weights, so the two lightest are at two fronts.
		leaves := len(nodes)
		leaf, joined := 0, leaves
		lightest := func() int {
			if joined == len(nodes) || leaf < leaves && nodes[leaf].weight <= nodes[joined].weight {
				leaf++
				return leaf - 1
			}
			joined++
			return joined - 1
		}
		for range leaves - 1 {
			a, b := lightest(), lightest()
			nodes = append(nodes, node{nodes[a].weight + nodes[b].weight, a, b})
		}
		depth := make([]int, len(nodes))
		deepest := 0
		for i := len(nodes) - 1; i >= 0; i-- {
			n := nodes[i]
			if n.left < 0 {
				sizes[n.right] = depth[i]
				deepest = max(deepest, depth[i])
				continue
			}
			depth[n.left], depth[n.right] = depth[i]+1, depth[i]+1
		}
		if deepest <= limit {
			break
		}
		for i, n := range weights { // flatter weights make a flatter tree
			if n > 0 {
				weights[i] = n/2 + 1
			}
		}
	}
	return canonical(sizes)
}

// canonical numbers the codes by size, then by symbol, as section 3.2.2 has it.
func canonical(sizes []int) []code {
	var counts, next [maxBits + 2]uint32
	for _, size := range sizes {
		if size > 0 {
			counts[size]++
		}
	}
	for size := 1; size <= maxBits; size++ {
		next[size+1] = (next[size] + counts[size]) << 1
	}
	codes := make([]code, len(sizes))
	for symbol, size := range sizes {
		if size > 0 {
			codes[symbol] = code{bits.Reverse32(next[size]) >> (32 - size), size}
			next[size]++
		}
	}
	return codes
}
