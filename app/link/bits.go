package link

// bitWriter writes bits, the lowest of each byte first.
type bitWriter struct {
	out  []byte
	bits uint64
	size int
}

//go:noinline
func (w *bitWriter) write(value, size int) {
	w.bits |= uint64(value) << w.size
	for w.size += size; w.size >= 8; w.size -= 8 {
		w.out = append(w.out, byte(w.bits))
		w.bits >>= 8
	}
}

// symbol writes a symbol's code and what is behind it.
func (w *bitWriter) symbol(codes []code, r ranged) {
	w.write(int(codes[r.symbol].value), codes[r.symbol].size)
	w.write(r.extra, r.bits)
}

func (w *bitWriter) flush() []byte {
	if w.size > 0 {
		w.out = append(w.out, byte(w.bits))
	}
	return w.out
}

// lengthOrder is the order in which the sizes of the codes for code lengths are written (section 3.2.7).
var lengthOrder = [19]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// codes writes the two alphabets as the sizes of their codes, runs of equal sizes shortened.
func (w *bitWriter) codes(literal, distance []code) {
	sizes := make([]int, 0, len(literal)+len(distance))
	add := func(codes []code, least int) (n int) {
		for i, c := range codes {
			if i < least || c.size > 0 {
				n = i + 1
			}
		}
		for _, c := range codes[:n] {
			sizes = append(sizes, c.size)
		}
		return n
	}
	literals, distances := add(literal, 257), add(distance, 1)
	runs := runsOf(sizes)
	counts := make([]int, len(lengthOrder))
	for _, r := range runs {
		counts[r.symbol]++
	}
	lengths := huffman(counts, maxLength)
	n := len(lengthOrder)
	for n > 4 && lengths[lengthOrder[n-1]].size == 0 {
		n--
	}
	w.write(literals-257, 5)
	w.write(distances-1, 5)
	w.write(n-4, 4)
	for _, symbol := range lengthOrder[:n] {
		w.write(lengths[symbol].size, 3)
	}
	for _, r := range runs {
		w.symbol(lengths, r)
	}
}

// runsOf writes a size three to six times more as 16, three to ten zeros as 17, up to 138 zeros as 18.
func runsOf(sizes []int) []ranged {
	var runs []ranged
	for i := 0; i < len(sizes); {
		size, n := sizes[i], 1
		for i+n < len(sizes) && sizes[i+n] == size {
			n++
		}
		next := ranged{symbol: size}
		switch {
		case size == 0 && n > 10:
			n = min(n, 138)
			next = ranged{18, n - 11, 7}
		case size == 0 && n > 2:
			next = ranged{17, n - 3, 3}
		case i > 0 && sizes[i-1] == size && size > 0 && n > 2:
			n = min(n, 6)
			next = ranged{16, n - 3, 2}
		default:
			n = 1
		}
		runs = append(runs, next)
		i += n
	}
	return runs
}
