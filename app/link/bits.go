package link

// bitWriter writes bits, the lowest of each byte first.
type bitWriter struct {
	out  []byte
	bits uint64
	size int
}

func (w *bitWriter) write(value, size int) {
	w.bits |= uint64(value) << w.size
	for w.size += size; w.size >= 8; w.size -= 8 {
		w.out = append(w.out, byte(w.bits))
		w.bits >>= 8
	}
}

func (w *bitWriter) code(c code) { w.write(int(c.value), c.size) }

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
	used := func(codes []code, least int) int {
		n := len(codes)
		for n > least && codes[n-1].size == 0 {
			n--
		}
		return n
	}
	literals, distances := used(literal, 257), used(distance, 1)
	var sizes []int
	for _, c := range append(append([]code{}, literal[:literals]...), distance[:distances]...) {
		sizes = append(sizes, c.size)
	}
	runs := runsOf(sizes)
	var counts [19]int
	for _, r := range runs {
		counts[r.symbol]++
	}
	lengths := huffman(counts[:], maxLength)
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
		w.code(lengths[r.symbol])
		w.write(r.extra, r.bits)
	}
}

// runsOf writes a size three to six times more as 16, three to ten zeros as 17, up to 138 zeros as 18.
func runsOf(sizes []int) []ranged {
	var runs []ranged
	for i := 0; i < len(sizes); {
		n := 1
		for i+n < len(sizes) && sizes[i+n] == sizes[i] {
			n++
		}
		if sizes[i] != 0 {
			runs = append(runs, ranged{symbol: sizes[i]})
			i, n = i+1, n-1
		}
		switch {
		case n < 3:
			for range n {
				runs = append(runs, ranged{symbol: sizes[i]})
				i++
			}
		case sizes[i] != 0:
			n = min(n, 6)
			runs = append(runs, ranged{16, n - 3, 2})
			i += n
		case n <= 10:
			runs = append(runs, ranged{17, n - 3, 3})
			i += n
		default:
			n = min(n, 138)
			runs = append(runs, ranged{18, n - 11, 7})
			i += n
		}
	}
	return runs
}
