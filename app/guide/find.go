package guide

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/words"
	"rangefinder/engine/stable"
	"rangefinder/filterlang"
)

// Hit is a page that was found, with the line of it that says why.
type Hit struct {
	Page
	Line  string
	At    int // line of the page's text that Line is from, 0 for the title
	words int // of the search that the page has
	own   int // of these, the ones that it has themselves or is about, where others only have another word for them
	score int

	search search // on this page
}

// small are words of a question that say nothing about its subject.
const small = " a about an and any are as at be by can do does for from get has have how i if in into is it me much my of on one or our so some that the them there this to use using was we what when where which will with you your "

// search is what is looked for: for each word what the guide says for it, the word itself first.
type search struct {
	words  []string // as typed
	says   [][]string
	phrase string   // all of it, as typed
	meant  []string // the words that were taken for others
	gone   []string // words that no page has, nor another word for them; they are not looked for
}

// newSearch reads a search as a newcomer types it: a question, in any form of its words.
func newSearch(text string) search {
	typed := words.Search(strings.Trim(text, "?!. "))
	s := search{phrase: strings.Join(typed, " ")}
	for _, w := range typed {
		if !strings.Contains(small, " "+w+" ") {
			s.words = append(s.words, w)
		}
	}
	if s.words == nil { // such as "or", an operator
		s.words = typed
	}
	for _, w := range s.words {
		s.says = append(s.says, alike(w))
	}
	return s
}

// on is the search on a page: where its text has a word itself, no other is looked for in its place.
func (s search) on(text string) search {
	low := lower(text)
	s.says = slices.Clone(s.says)
	for i, says := range s.says {
		if wordAt(text, low, says[0], 0) >= 0 {
			s.says[i] = says[:1]
		}
	}
	return s
}

// in says which words of the search a text has, as bits, and which of them it has itself. exact counts the latter, and those again that
// it has as typed.
func (s *search) in(text, low string) (has, own uint, exact int) {
	for i, says := range s.says {
		for n, w := range says {
			if wordAt(text, low, w, 0) < 0 {
				continue
			}
			if has |= 1 << i; n == 0 {
				if w[0] < '0' || w[0] > '9' { // a number is the name of nothing
					own |= 1 << i
				}
				exact++
				if typed := s.words[i]; whole(text, low, typed) {
					exact++
				}
			}
			break
		}
	}
	return has, own, exact
}

// whole reports whether a word is in a text from its beginning to its end.
func whole(text, low, w string) bool {
	for at := 0; ; at++ {
		if at = wordAt(text, low, w, at); at < 0 {
			return false
		}
		if end := at + len(w); end == len(low) || low[end] < 'a' || low[end] > 'z' {
			return true
		}
	}
}

// lower is text in small letters, each at its place.
func lower(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, text)
}

// wordAt is where a word of the text begins with w, from a place on; -1 for nowhere. "key" begins a word of PartitionKey, too.
func wordAt(text, low, w string, from int) int {
	letter := func(c byte) bool { return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' }
	for {
		i := strings.Index(low[from:], w)
		if i < 0 {
			return -1
		}
		if i += from; i == 0 || !letter(low[i-1]) || !letter(w[0]) || text[i] != low[i] {
			return i
		}
		from = i + 1
	}
}

// marks are the stretches of a text that the search finds: whole words.
func (s *search) marks(text string) (list [][2]int) {
	low := lower(text)
	for at := 0; ; {
		begin, end := -1, 0
		for _, says := range s.says {
			for _, w := range says {
				if i := wordAt(text, low, w, at); i >= 0 && (begin < 0 || i < begin || i == begin && i+len(w) > end) {
					begin, end = i, i+len(w)
				}
			}
		}
		if begin < 0 {
			return list
		}
		for end < len(low) && 'a' <= low[end] && low[end] <= 'z' && text[end] == low[end] {
			end++
		}
		list, at = append(list, [2]int{begin, end}), end
	}
}

// lead is what a line says that it is about: a heading, or the bold words at its beginning.
func lead(line string) string {
	if strings.HasPrefix(line, "#") {
		return line
	}
	bold, ok := strings.CutPrefix(cmp.Or(listItem(line), line), "**")
	if !ok {
		return ""
	}
	about, _, _ := strings.Cut(bold, "**")
	return about
}

// Found are the pages that hold every word that is looked for, or one that the guide says for it; where no page does, those that hold most.
// Those come first that have the words themselves, and among these the ones that are about it. What is new, and licences, are found only
// where no other page is. When nothing is looked for, they are all
// pages in their order.
func (m *Model) Found(v *page.View) []Hit {
	s := m.search(v)
	var list []Hit
	most := 0
	for _, p := range Pages {
		hit := Hit{Page: p}
		if s.says != nil {
			text := m.Text(v, p.ID)
			on := s.on(text)
			hit = on.look(p, text)
		}
		most = max(most, hit.words)
		list = append(list, hit)
	}
	if s.says == nil {
		return list
	}
	explained := slices.ContainsFunc(list, func(h Hit) bool { return h.words == most && late(h.ID) < 0 })
	list = slices.DeleteFunc(list, func(h Hit) bool { return h.words < most || most == 0 || explained && late(h.ID) >= 0 })
	stable.Sort(list, func(a, b Hit) int { return cmp.Or(late(a.ID)-late(b.ID), b.own-a.own, b.score-a.score) })
	return list
}

// late says which pages are found only where none that explains is: what is new repeats them, and licences have all words.
func late(id string) int {
	return slices.Index([]string{changesPage, noticesPage}, id)
}

// search is what is looked for. A word of which no page has anything is taken for the nearest one that some page has: it is misspelled.
// Where there is none either, the word is left out.
func (m *Model) search(v *page.View) search {
	s := newSearch(m.Find)
	typed := s
	s.words, s.says = nil, typed.says[:0:0]
	var all []string
	for i, w := range typed.words {
		if !slices.ContainsFunc(Pages, func(p Page) bool {
			text := "# " + p.Title + "\n" + m.Text(v, p.ID)
			low := lower(text)
			return subject(w, p.ID) || slices.ContainsFunc(typed.says[i], func(say string) bool { return wordAt(text, low, say, 0) >= 0 })
		}) {
			near := ""
			if len(w) >= shortest {
				if all == nil {
					all = m.vocabulary(v)
				}
				near = filterlang.Nearest(w, all)
			}
			if near == "" {
				s.gone = append(s.gone, w)
				continue
			}
			w, s.meant = near, append(s.meant, near)
		}
		s.words, s.says = append(s.words, w), append(s.says, alike(w))
	}
	if s.meant != nil || s.gone != nil {
		s.phrase = strings.Join(s.words, " ")
	}
	return s
}

// notes says what was not looked for as it was typed, or is not found; "" when all of it is.
func (s *search) notes(found []Hit) string {
	var notes []string
	if s.gone != nil {
		are := " is on no page."
		if len(s.gone) > 1 {
			are = " are on no page."
		}
		notes = append(notes, "“"+strings.Join(s.gone, "” and “")+"”"+are)
	}
	if len(found) > 0 && found[0].words < len(s.says) {
		notes = append(notes, "No page has all of the words. These have the most of them.")
	}
	if len(found) == 0 && s.gone == nil {
		notes = append(notes, "No page has any of these words.")
	}
	if s.meant != nil {
		notes = append(notes, "Found with “"+strings.Join(s.meant, "” and “")+"”.")
	}
	return strings.Join(notes, " ")
}

// shortest is the length from which a word is taken for another: of a shorter one too many are near.
const shortest = 4

// vocabulary are the words of all pages that are as long, those of the titles first.
func (m *Model) vocabulary(v *page.View) []string {
	var all []string
	for _, p := range Pages {
		all = append(all, p.Title)
	}
	for _, p := range Pages {
		if p.ID != noticesPage {
			all = append(all, m.Text(v, p.ID))
		}
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(strings.FieldsFunc(lower(strings.Join(all, " ")), func(r rune) bool { return r < 'a' || r > 'z' }), func(w string) bool {
		again := len(w) < shortest || seen[w]
		seen[w] = true
		return again
	})
}

// look is what a page has of the search, and where.
func (s *search) look(p Page, text string) Hit {
	hit, all, own := Hit{Page: p, search: *s}, uint(0), uint(0)
	best, lines, said, saidAt, code := 0, 0, "", 0, false
	source := strings.Split(text, "\n")
	for i, line := range append(source, "# "+p.Title) {
		title := i == len(source)
		if i == 0 && strings.HasPrefix(line, "# ") {
			continue // it is the title
		}
		if strings.HasPrefix(line, "```") {
			code = !code
			continue
		}
		low, at := lower(line), i
		has, itself, exact := s.in(line, low)
		all, own = all|has, own|itself
		if has == 0 {
			said, saidAt = line, i
			continue
		}
		points := 6*bits.OnesCount(has) + 4*exact
		if strings.Contains(strings.ReplaceAll(low, "-", " "), s.phrase) {
			points += 10 * len(s.words)
		}
		if about := lead(line); about != "" {
			has, _, exact = s.in(about, lower(about))
			points += 15*bits.OnesCount(has) + 5*exact
		}
		if code || i+1 < len(source) && strings.HasPrefix(source[i+1], "| ---") { // or the head of a table
			points /= 4
		}
		if strings.HasPrefix(line, citation) { // what it is the source of
			points, line, at = min(points, 5), said, saidAt
		} else {
			said, saidAt = line, i
		}
		if title {
			hit.score += points
		} else if lines++; points > best {
			best, hit.Line, hit.At = points, line, at
		}
	}
	hit.score += best + min(lines, 10)
	for i, w := range s.words {
		if subject(w, p.ID) {
			own |= 1 << i
			hit.score += 40
		}
	}
	hit.words, hit.own = bits.OnesCount(all), bits.OnesCount(own)
	hit.Line = s.around(plain(hit.Line))
	return hit
}

// plain is a line of a page as it is read.
func plain(source string) (line string) {
	text := strings.Trim(source, "#-| ")
	if strings.HasPrefix(source, "|") { // the cells of a table: what it is, and what there is to say of it
		text = strings.ReplaceAll(strings.Replace(text, " | ", ": ", 1), " | ", ", ")
	}
	for _, s := range spans(text) {
		line += s.Text
	}
	return line
}

// around is the part of a line that has the words.
func (s *search) around(line string) string {
	const before = 30
	at := 0
	if marks := s.marks(line); marks != nil {
		at = marks[0][0]
	}
	if at > before {
		if space := strings.IndexByte(line[at-before:], ' '); space >= 0 && space < before {
			line = "…" + line[at-before+space+1:]
		}
	}
	return words.Clip(line, 90)
}
