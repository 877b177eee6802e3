package openmetrics

import (
	"fmt"
	"strconv"
	"strings"
)

// Kind is the type of a family.
type Kind string

// The kinds that are written here.
const (
	Counter    Kind = "counter"
	Gauge      Kind = "gauge"
	Histograms Kind = "histogram"
	Info       Kind = "info"
)

// Writer makes an exposition. The zero Writer is empty.
type Writer struct {
	b      strings.Builder
	family string
	kind   Kind
}

// Family begins a family: all samples until the next one are its. A name with a unit ends in "_" and the unit, the name of a
// counter has no "_total". Names are of letters, digits and underscores; a wrong one is a mistake of the program and panics.
func (w *Writer) Family(name string, kind Kind, unit, help string) {
	if !isName(name) || unit != "" && !strings.HasSuffix(name, "_"+unit) || strings.HasSuffix(name, "_total") {
		panic(fmt.Sprintf("openmetrics: a family of unit %q cannot have the name %q", unit, name))
	}
	w.family, w.kind = name, kind
	fmt.Fprintf(&w.b, "# TYPE %s %s\n", name, kind)
	if unit != "" {
		fmt.Fprintf(&w.b, "# UNIT %s %s\n", name, unit)
	}
	fmt.Fprintf(&w.b, "# HELP %s %s\n", name, escape(help))
}

// Sample writes the value of a counter, gauge or info. Labels are names and values in turn.
func (w *Writer) Sample(value float64, labels ...string) {
	suffix := map[Kind]string{Counter: "_total", Info: "_info"}[w.kind]
	w.sample(suffix, number(value), labels)
}

// Histogram writes the samples of a histogram.
func (w *Writer) Histogram(h *Histogram, labels ...string) {
	count := uint64(0)
	for i, bound := range h.bounds {
		count += h.counts[i]
		w.sample("_bucket", strconv.FormatUint(count, 10), append(labels[:len(labels):len(labels)], "le", number(bound)))
	}
	count += h.counts[len(h.bounds)]
	w.sample("_bucket", strconv.FormatUint(count, 10), append(labels[:len(labels):len(labels)], "le", "+Inf"))
	w.sample("_count", strconv.FormatUint(count, 10), labels)
	w.sample("_sum", number(h.sum), labels)
}

func (w *Writer) sample(suffix, value string, labels []string) {
	w.b.WriteString(w.family)
	w.b.WriteString(suffix)
	for i := 0; i+1 < len(labels); i += 2 {
		if !isName(labels[i]) {
			panic(fmt.Sprintf("openmetrics: a label cannot have the name %q", labels[i]))
		}
		between := ","
		if i == 0 {
			between = "{"
		}
		w.b.WriteString(between + labels[i] + `="` + escape(labels[i+1]) + `"`)
	}
	if len(labels) > 0 {
		w.b.WriteByte('}')
	}
	w.b.WriteString(" " + value + "\n")
}

// String returns what was written, with the line that ends it.
func (w *Writer) String() string { return w.b.String() + "# EOF\n" }

func isName(s string) bool {
	for i, c := range []byte(s) {
		if c != '_' && !('a' <= c|0x20 && c|0x20 <= 'z') && !(i > 0 && '0' <= c && c <= '9') {
			return false
		}
	}
	return s != ""
}

var escapes = strings.NewReplacer("\\", `\\`, "\n", `\n`, `"`, `\"`)

// escape makes any text one of a label or a help line: they are UTF-8 in one line.
func escape(text string) string { return escapes.Replace(strings.ToValidUTF8(text, "�")) }

// number returns a value as the specification writes the bounds of buckets: "1.0", "0.005", "1e+06".
func number(f float64) string {
	text := strconv.FormatFloat(f, 'g', -1, 64)
	if !strings.ContainsAny(text, ".eIN") {
		text += ".0"
	}
	return text
}
