package filterlang

import (
	"sort"
	"strings"
	"unicode"
)

// The service has no comments. Those of the page's editor, "// to the end of the line", are taken out before a text is parsed or sent:
// Parse refuses them. Inside quotes they are text.
//
//	// what the front page asks
//	PartitionKey eq 'Action' // one partition
//	and Rating gt 4.5

// Comments returns where the comments of a text are, without the ends of their lines.
func Comments(text string) []Span {
	if !strings.Contains(text, "//") {
		return nil
	}
	s := scanText(text, true)
	return s.comments
}

// comment reads a comment if one begins here.
func (s *scanner) comment() bool {
	if !strings.HasPrefix(s.text[s.at:], "//") || strings.HasSuffix(s.text[:s.at], ":") { // of "https://…"
		return false
	}
	end := len(s.text)
	if n := strings.IndexAny(s.text[s.at:], "\r\n"); n >= 0 {
		end = s.at + n
	}
	s.comments = append(s.comments, Span{s.at, end})
	s.at = end
	return true
}

// Uncomment blanks the comments of a text, byte for byte, so that what is said of a place in it holds for the text as well.
func Uncomment(text string) string {
	comments := Comments(text)
	if len(comments) == 0 {
		return text
	}
	b := []byte(text)
	for _, c := range comments {
		for i := c.Start; i < c.End; i++ {
			b[i] = ' '
		}
	}
	return string(b)
}

// SameFilter reports whether two filters differ in comments at most: what the one returned is what the other returns.
func SameFilter(a, b string) bool { return a == b || WithoutComments(a) == WithoutComments(b) }

// WithoutComments returns what of a text is sent: the comments and the room around them are one space, and none inside
// brackets. A text without any is returned as it is.
func WithoutComments(text string) string {
	comments := Comments(text)
	if len(comments) == 0 {
		return text
	}
	var b strings.Builder
	at, gap := 0, false
	put := func(part string) {
		if part == "" {
			return
		}
		if gap && b.Len() > 0 && part[0] != ')' && !strings.HasSuffix(b.String(), "(") {
			b.WriteByte(' ')
		}
		b.WriteString(part)
		gap = false
	}
	for _, c := range comments {
		put(strings.TrimFunc(text[at:c.Start], unicode.IsSpace))
		at, gap = c.End, true
	}
	put(strings.TrimFunc(text[at:], unicode.IsSpace))
	return b.String()
}

// Splice replaces a part of a text, as a Fix asks, and keeps the comments of that part.
func Splice(text string, at Span, with string) string {
	return text[:at.Start] + SpliceText(text, at, with) + text[at.End:]
}

// SpliceText is what Splice puts into the place of the part.
func SpliceText(text string, at Span, with string) string {
	with = KeepComments(text[at.Start:at.End], with)
	if c := Comments(with); len(c) > 0 && c[len(c)-1].End == len(with) && at.End < len(text) {
		with += "\n"
	}
	return with
}

// KeepComments puts the comments of an old text into a new one, which has none: each stays beside the words it stood beside, as far
// as they are still there. One that had a line of its own gets one, the others end the line of the word before them.
func KeepComments(old, text string) string {
	if len(Comments(old)) == 0 {
		return text
	}
	was, now := scanText(old, true), scanText(text, false)
	place := alignGaps(was.words(), now.words())
	var b strings.Builder
	next, at, placed := 0, 0, false
	for j, t := range now.tokens {
		for placed = false; next < len(was.comments); next, placed = next+1, true {
			c := was.comments[next]
			gap, own := was.gapBefore(c)
			if place(gap, own) > j {
				break
			}
			lineEnd(&b, own)
			b.WriteString(strings.TrimRightFunc(old[c.Start:c.End], unicode.IsSpace) + "\n")
		}
		if !placed {
			b.WriteString(text[at:t.start])
		}
		b.WriteString(text[t.start:t.end])
		at = t.end
	}
	if placed {
		return strings.TrimSuffix(b.String(), "\n")
	}
	return b.String()
}

// lineEnd makes room for a comment.
func lineEnd(b *strings.Builder, own bool) {
	switch {
	case b.Len() == 0 || strings.HasSuffix(b.String(), "\n"):
	case own:
		b.WriteByte('\n')
	default:
		b.WriteByte(' ')
	}
}

// words are the texts of the tokens, without the one of the end.
func (s *scanner) words() []string {
	list := make([]string, len(s.tokens)-1)
	for i := range list {
		list[i] = s.text[s.tokens[i].start:s.tokens[i].end]
	}
	return list
}

// gapBefore returns the number of the token that follows a comment, and whether the comment has a line of its own.
func (s *scanner) gapBefore(c Span) (gap int, own bool) {
	gap = sort.Search(len(s.tokens), func(i int) bool { return s.tokens[i].start >= c.End })
	from := 0
	if gap > 0 {
		from = s.tokens[gap-1].end
	}
	return gap, gap == 0 || strings.ContainsAny(s.text[from:c.Start], "\r\n")
}

// maxAligned bounds the table of alignGaps. What two texts have in common at both ends costs nothing.
const maxAligned = 1 << 20

// alignGaps returns where a gap between the old words is between the new ones; a gap has the number of the word behind it. A gap
// goes with the word behind it when own is true, else with the word before it. Gaps never change their order.
func alignGaps(old, now []string) func(gap int, own bool) int {
	n, m := len(old), len(now)
	same := make([]int, n) // the new word that an old one is, -1 for none
	for i := range same {
		same[i] = -1
	}
	from := 0
	for ; from < min(n, m) && old[from] == now[from]; from++ {
		same[from] = from
	}
	to, end := n, m
	for ; to > from && end > from && old[to-1] == now[end-1]; to, end = to-1, end-1 {
		same[to-1] = end - 1
	}
	if rows, columns := to-from, end-from; rows*columns <= maxAligned {
		longest := make([]int32, (rows+1)*(columns+1)) // common words of what follows
		for i := rows - 1; i >= 0; i-- {
			for j := columns - 1; j >= 0; j-- {
				at := i*(columns+1) + j
				if old[from+i] == now[from+j] {
					longest[at] = longest[at+columns+2] + 1
				} else {
					longest[at] = max(longest[at+1], longest[at+columns+1])
				}
			}
		}
		for i, j := 0, 0; i < rows && j < columns; {
			switch at := i*(columns+1) + j; {
			case old[from+i] == now[from+j]:
				same[from+i] = from + j
				i, j = i+1, j+1
			case longest[at+columns+1] >= longest[at+1]:
				i++
			default:
				j++
			}
		}
	}
	// For each gap, the nearest word before and behind it that is still there.
	befores, afters := make([]int, n+1), make([]int, n+1)
	befores[0], afters[n] = -1, n
	for i := range n {
		if befores[i+1] = i; same[i] < 0 {
			befores[i+1] = befores[i]
		}
	}
	for i := n - 1; i >= 0; i-- {
		if afters[i] = i; same[i] < 0 {
			afters[i] = afters[i+1]
		}
	}
	return func(gap int, own bool) int {
		before, after := befores[gap], afters[gap]
		low, high := 0, m
		if before >= 0 {
			low = same[before] + 1
		}
		if after < n {
			high = same[after]
		}
		switch kept, follows := before == gap-1, after == gap; {
		case kept && (!own || !follows):
			return low
		case follows:
			return high
		}
		return min(low+gap-1-before, high) // other words stand there, perhaps as many
	}
}
