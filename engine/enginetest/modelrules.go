package enginetest

import (
	"cmp"
	"encoding/base64"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// The rules of section 1, written down a second time in the plainest way.

var (
	tableName    = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]*$`)
	propertyName = regexp.MustCompile(`^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]*$`)
	forbidden    = regexp.MustCompile(`[/\\#?\x00-\x1f\x7f-\x{9f}]`)
	etagForm     = regexp.MustCompile(`^(\*|(W/)?"[^"]*")$`)
)

func fail(code engine.Code, index int) error {
	return &engine.Error{Code: code, Message: string(code), Index: index}
}

// colons makes the two spellings of an ETag one.
func colons(etag string) string {
	return strings.ReplaceAll(strings.ReplaceAll(etag, "%3A", ":"), "%3a", ":")
}

// serviceETag is the form of the weak ETags that the service makes.
var serviceETag = regexp.MustCompile(`^W/"(datetime'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z'|0x[0-9A-Fa-f]+)"$`)

func units(s string) int { return len(utf16.Encode([]rune(s))) }

func compareUTF16(a, b string) int {
	return slices.CompareFunc(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)), cmp.Compare[uint16])
}

func pointKeys(pk, rk string) engine.Code {
	for _, key := range []string{pk, rk} {
		switch {
		case !utf8.ValidString(key):
			return engine.InvalidInput
		case forbidden.MatchString(key) && strings.ContainsAny(key, `/\`):
			return engine.InvalidInput
		case forbidden.MatchString(key):
			return engine.OutOfRangeInput
		}
	}
	return ""
}

func checkOp(op engine.Op) engine.Code {
	conditional := op.Kind == engine.Replace || op.Kind == engine.Merge || op.Kind == engine.Delete
	if op.Kind > engine.Delete {
		return engine.InvalidInput
	}
	if conditional && !etagForm.MatchString(op.IfMatch) || !conditional && op.IfMatch != "" {
		return engine.InvalidInput
	}
	if op.Kind == engine.Delete && len(op.Properties) > 0 {
		return engine.InvalidInput
	}
	seen := map[string]bool{}
	for _, p := range op.Properties {
		switch {
		case units(p.Name) > 255:
			return engine.PropertyNameTooLong
		case !propertyName.MatchString(p.Name) || p.Name == "PartitionKey" || p.Name == "RowKey" || p.Name == "Timestamp":
			return engine.PropertyNameInvalid
		case p.Value.Type() == edm.String && !utf8.ValidString(p.Value.Text()):
			return engine.InvalidInput
		}
	}
	for _, p := range op.Properties {
		if seen[p.Name] {
			return engine.DuplicatePropertiesSpecified
		}
		seen[p.Name] = true
	}
	if op.Kind != engine.Insert {
		if code := pointKeys(op.PartitionKey, op.RowKey); code != "" {
			return code
		}
	}
	for _, key := range []string{op.PartitionKey, op.RowKey} {
		if !utf8.ValidString(key) && !forbidden.MatchString(key) {
			return engine.InvalidInput
		}
		if forbidden.MatchString(key) {
			return engine.OutOfRangeInput
		}
	}
	for _, p := range op.Properties {
		if t := p.Value.Ticks(); p.Value.Type() == edm.DateTime && (t < edm.MinTicks || t > edm.MaxTicks) {
			return engine.OutOfRangeInput
		}
	}
	return ""
}

func checkSizes(pk, rk string, properties []engine.Property) engine.Code {
	if units(pk) > 512 || units(rk) > 512 {
		return engine.PropertyValueTooLarge
	}
	n := 0
	for _, p := range properties {
		if p.Value.Type() == edm.String && units(p.Value.Text()) > 32768 ||
			p.Value.Type() == edm.Binary && len(p.Value.Text()) > 65536 {
			return engine.PropertyValueTooLarge
		}
		if !p.Value.IsZero() {
			n++
		}
	}
	if n > 252 {
		return engine.TooManyProperties
	}
	return ""
}

func checkBatch(ops []engine.Op) (engine.Code, int) {
	if len(ops) == 0 {
		return engine.InvalidInput, -1
	}
	if len(ops) > 100 {
		return engine.InvalidInput, 0
	}
	bytes := 0
	for _, op := range ops {
		bytes += len(op.PartitionKey) + len(op.RowKey)
		for _, p := range op.Properties {
			text := p.Value.Text()
			if p.Value.Type() == edm.Binary {
				text = base64.StdEncoding.EncodeToString([]byte(text))
			}
			bytes += len(p.Name) + len(text)
		}
	}
	if bytes > 4<<20 {
		return engine.RequestBodyTooLarge, -1
	}
	for i, op := range ops {
		if code := checkOp(op); code != "" {
			return code, i
		}
		if op.PartitionKey != ops[0].PartitionKey {
			return engine.DifferentPartitions, i
		}
		for _, earlier := range ops[:i] {
			if earlier.RowKey == op.RowKey {
				return engine.InvalidDuplicateRow, i
			}
		}
	}
	return "", -1
}

// rowSize is the formula of section 1.3.
func rowSize(pk, rk string, properties map[string]edm.Value) int {
	n := 4 + 2*(units(pk)+units(rk))
	for name, v := range properties {
		n += 8 + 2*units(name)
		switch v.Type() {
		case edm.String:
			n += 4 + 2*units(v.Text())
		case edm.Binary:
			n += 4 + len(v.Text())
		case edm.DateTime, edm.Double, edm.Int64:
			n += 8
		case edm.Int32:
			n += 4
		case edm.Guid:
			n += 16
		case edm.Boolean:
			n++
		}
	}
	return n
}

func size(e engine.Entity) int {
	properties := map[string]edm.Value{}
	for name, v := range e.All() {
		properties[name] = v
	}
	return rowSize(e.PartitionKey(), e.RowKey(), properties)
}
