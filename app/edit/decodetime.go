package edit

import (
	"encoding/binary"
	"encoding/hex"
	"strconv"
	"strings"
	"time"

	"rangefinder/filterlang/edm"
)

// instantRead shows an instant as keys hold it, and in the time of the person's computer.
func instantRead(t edm.Ticks, add func(title, text string)) {
	n := int64(t)
	add("Ticks", strconv.FormatInt(n, 10))
	add("Inverted ticks, newest first (DateTime.MaxValue − ticks)", padded(int64(edm.MaxTicks)-n))
	add("Unix time, ms", strconv.FormatInt((n-edm.UnixTicks)/1e4, 10))
	if local := time.UnixMilli((n - edm.UnixTicks) / 1e4); n >= firstTicks && n <= lastTicks {
		if _, offset := local.Zone(); offset != 0 {
			add("Local time", local.Format("2006-01-02 15:04:05 -07:00"))
		}
	}
}

// dateRead reads a date that stands in a text.
func dateRead(text string, add func(title, text string)) {
	for _, layout := range [...]string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999", time.DateOnly} {
		when, err := time.Parse(layout, text)
		if err != nil {
			continue
		}
		t := edm.TicksOf(when)
		title := "As a DateTime"
		if layout != time.RFC3339Nano {
			title += ", if it is UTC"
		}
		add(title, edm.NewDateTime(t).Display())
		instantRead(t, add)
		return
	}
}

// padded is a number of ticks as keys hold it.
func padded(n int64) string {
	s := strconv.FormatInt(n, 10)
	return strings.Repeat("0", max(19-len(s), 0)) + s
}

// digitsOf is the longest run of digits, where a key hides ticks behind a prefix. The digits of GUIDs and hashes are none of a number.
func digitsOf(s string) string {
	if len(s) >= 2000 {
		return ""
	}
	s = withoutHex(s)
	best := ""
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && s[j] >= '0' && s[j] <= '9' {
			j++
		}
		if j-i > len(best) {
			best = s[i:j]
		}
		i = j + 1
	}
	return best
}

// Instants that a number is taken for: from 1970 to 2200.
const (
	firstTicks = edm.UnixTicks
	lastTicks  = 693937152000000000
)

// numberRead reads ticks, inverted ticks and Unix times.
func numberRead(digits string, add func(title, text string)) {
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return
	}
	date := func(ticks int64) string { return edm.NewDateTime(edm.Ticks(ticks)).Display() }
	if n >= firstTicks && n <= lastTicks {
		add("Ticks as a date", date(n))
	}
	if inverted := int64(edm.MaxTicks) - n; len(digits) >= 18 && inverted >= firstTicks && inverted <= lastTicks {
		add("Inverted ticks as a date", date(inverted))
	}
	switch len(digits) {
	case 9, 10:
		add("Unix time, s, as a date", date(edm.UnixTicks+n*1e7))
	case 12, 13:
		add("Unix time, ms, as a date", date(edm.UnixTicks+n*1e4))
	}
}

// guidRead reads a GUID, with its time where it holds one, and reports whether text is a GUID.
func guidRead(text string, add func(title, text string)) bool {
	v, err := edm.ParseText(edm.Guid, text)
	if err != nil || len(text) < 32 {
		return false
	}
	g := v.UUID()
	canon := v.Display()
	kind := "version " + strconv.Itoa(int(g[6]>>4))
	if canon == "00000000-0000-0000-0000-000000000000" {
		kind = "the empty GUID"
	}
	net := netOrder(g)
	add("GUID", canon+" · "+kind+"\n.NET byte order: "+hex.EncodeToString(net[:]))
	if ticks, ok := guidTime(g); ok {
		add("Time in the GUID, "+kind, edm.NewDateTime(ticks).Display())
	}
	return true
}

// gregorian is 1582-10-15, from which the GUIDs of versions 1 and 6 count their time.
const gregorian = 499163040000000000

// guidTime is when a GUID of version 1, 6 or 7 was made.
func guidTime(g edm.UUID) (edm.Ticks, bool) {
	if g[8]>>6 != 2 { // another layout, without such versions
		return 0, false
	}
	var ticks int64
	switch high, low := int64(binary.BigEndian.Uint64(g[:8])), int64(g[6]&15)<<8|int64(g[7]); g[6] >> 4 {
	case 1:
		ticks = gregorian + (low<<48 | int64(binary.BigEndian.Uint16(g[4:6]))<<32 | int64(binary.BigEndian.Uint32(g[:4])))
	case 6:
		ticks = gregorian + int64(uint64(high)>>16<<12) + low
	case 7:
		ticks = edm.UnixTicks + int64(uint64(high)>>16)*1e4
	default:
		return 0, false
	}
	return edm.Ticks(ticks), ticks > 0 && edm.Ticks(ticks) <= edm.MaxTicks
}

// netOrder turns round the bytes of the first three groups, which .NET has the other way: from one order into the other.
func netOrder(g edm.UUID) edm.UUID {
	g[0], g[1], g[2], g[3], g[4], g[5], g[6], g[7] = g[3], g[2], g[1], g[0], g[5], g[4], g[7], g[6]
	return g
}

// withoutHex replaces GUIDs and hashes by spaces. A hash is a run of 16 hexadecimal digits or more, of which three are letters.
func withoutHex(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		if len(s)-i >= 36 && s[i+8] == '-' {
			if _, err := edm.ParseText(edm.Guid, s[i:i+36]); err == nil {
				b.WriteByte(' ')
				i += 36
				continue
			}
		}
		j, letters := i, 0
		for ; j < len(s) && strings.IndexByte("0123456789abcdefABCDEF", s[j]) >= 0; j++ {
			if s[j] > '9' {
				letters++
			}
		}
		switch {
		case j-i >= 16 && letters >= 3:
			b.WriteByte(' ')
		case j > i:
			b.WriteString(s[i:j])
		default:
			b.WriteByte(s[i])
			j++
		}
		i = j
	}
	return b.String()
}
