// Package openmetricstest reads the text form of OpenMetrics by the rules of its specification, for tests.
package openmetricstest

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Samples holds values by the text of their series: `name{label="value"}`, labels as they came.
type Samples map[string]float64

// suffixes are those of the samples of a family by its type.
var suffixes = map[string][]string{"counter": {"_total"}, "gauge": {""}, "info": {"_info"}, "histogram": {"_bucket", "_count", "_sum"}}

var (
	metadataLine = regexp.MustCompile(`^# (TYPE|UNIT|HELP) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.*)$`)
	sampleLine   = regexp.MustCompile(`^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{.*\})? ([^ {}]+)$`)
	labelText    = regexp.MustCompile(`^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\\\|\\n|\\")*)"(,|$)`)
	escapedText  = regexp.MustCompile(`^(?:[^"\\\n]|\\\\|\\n|\\")*$`)
)

type parser struct {
	samples  Samples
	done     map[string]bool // families
	family   string
	metadata map[string]string // of the family
	began    bool              // the family has a sample

	series string // of a histogram: its labels but le
	seen   map[string]bool
	bound  float64
	count  float64
	closed bool // the bucket +Inf has come
	parts  int
}

// Parse reads an exposition. Its error names the line and the rule that is broken.
func Parse(text string) (Samples, error) {
	body, ok := strings.CutSuffix(text, "# EOF\n")
	if !ok || !utf8.ValidString(text) {
		return nil, fmt.Errorf("the text does not end with # EOF, or is not UTF-8")
	}
	p := &parser{samples: Samples{}, done: map[string]bool{}, seen: map[string]bool{}}
	n := 0
	for line := range strings.SplitSeq(strings.TrimSuffix(body, "\n"), "\n") {
		n++
		if err := p.line(line); err != nil {
			return nil, fmt.Errorf("line %d, %q: %w", n, line, err)
		}
	}
	return p.samples, p.endSeries()
}

func (p *parser) line(line string) error {
	if m := metadataLine.FindStringSubmatch(line); m != nil {
		return p.describe(m[1], m[2], m[3])
	}
	m := sampleLine.FindStringSubmatch(line)
	if m == nil {
		return fmt.Errorf("neither metadata nor a sample")
	}
	value, err := strconv.ParseFloat(m[3], 64)
	if err != nil {
		return err
	}
	names, values, err := labels(m[2])
	if err != nil {
		return err
	}
	kind := p.metadata["TYPE"]
	suffix, ok := strings.CutPrefix(m[1], p.family)
	if p.family == "" || !ok || !slices.Contains(suffixes[kind], suffix) {
		return fmt.Errorf("no sample of the %s %s", kind, p.family)
	}
	series := m[1] + m[2]
	if _, twice := p.samples[series]; twice {
		return fmt.Errorf("the series is there twice")
	}
	p.samples[series], p.began = value, true
	switch {
	case kind == "counter" && !(value >= 0), kind == "info" && value != 1:
		return fmt.Errorf("a %s of %v", kind, value)
	case kind == "histogram":
		return p.histogram(suffix, m[3], value, names, values)
	}
	return nil
}

func (p *parser) describe(what, name, text string) error {
	if name != p.family {
		if err := p.endSeries(); err != nil {
			return err
		}
		if p.done[name] {
			return fmt.Errorf("the family is interleaved with another")
		}
		p.done[name] = true
		p.family, p.metadata, p.began = name, map[string]string{}, false
	}
	if _, twice := p.metadata[what]; twice || p.began {
		return fmt.Errorf("metadata twice, or after a sample")
	}
	p.metadata[what] = text
	switch {
	case what == "TYPE" && suffixes[text] == nil:
		return fmt.Errorf("no type")
	case what == "UNIT" && !strings.HasSuffix(name, "_"+text):
		return fmt.Errorf("the name does not end in the unit")
	case what == "HELP" && !escapedText.MatchString(text):
		return fmt.Errorf("the help is not escaped")
	}
	return nil
}

func labels(text string) (names, values []string, err error) {
	if text == "" {
		return nil, nil, nil
	}
	for text = text[1 : len(text)-1]; text != ""; {
		m := labelText.FindStringSubmatch(text)
		if m == nil || m[3] == "," && len(m[0]) == len(text) {
			return nil, nil, fmt.Errorf("labels at %q", text)
		}
		if slices.Contains(names, m[1]) {
			return nil, nil, fmt.Errorf("label %s twice", m[1])
		}
		names, values, text = append(names, m[1]), append(values, m[2]), text[len(m[0]):]
	}
	return names, values, nil
}

// histogram checks a sample of one: buckets in ascending order with counts that do not fall, +Inf the last, count and sum after it.
func (p *parser) histogram(suffix, text string, value float64, names, values []string) error {
	series, bound := p.family, ""
	for i, name := range names {
		if name == "le" {
			bound = values[i]
			continue
		}
		series += "," + name + "=" + values[i]
	}
	if series != p.series {
		if err := p.endSeries(); err != nil {
			return err
		}
		if p.seen[series] {
			return fmt.Errorf("the histogram is interleaved with another")
		}
		p.seen[series] = true
		p.series, p.bound, p.count, p.closed, p.parts = series, math.Inf(-1), 0, false, 0
	}
	switch suffix {
	case "_bucket":
		le, err := strconv.ParseFloat(bound, 64)
		if err != nil || !strings.ContainsAny(bound, ".eI") || !(le > p.bound) || p.closed || value < p.count {
			return fmt.Errorf("bucket %q after %v, count %v after %v", bound, p.bound, value, p.count)
		}
		p.bound, p.count, p.closed = le, value, math.IsInf(le, 1)
	case "_count":
		if !p.closed || value != p.count || strings.Contains(text, ".") {
			return fmt.Errorf("a count of %s, and %v in the buckets", text, p.count)
		}
		p.parts++
	case "_sum":
		p.parts++
	}
	return nil
}

func (p *parser) endSeries() error {
	series := p.series
	p.series = ""
	if series != "" && (p.parts != 2 || !p.closed) {
		return fmt.Errorf("the histogram %s is not whole", series)
	}
	return nil
}
