//go:build !js

package ui

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// plainly writes a value without naming a package: the bare name of its type, and its fields that are not zero, by name. A value
// that moves to another package reads the same. An embedded struct reads as its fields.
func plainly(v any) string {
	var b strings.Builder
	plain(&b, reflect.ValueOf(v), 0, true)
	if b.Len() <= longestValue {
		return b.String()
	}
	return fmt.Sprintf("%s… %d bytes %016x", b.String()[:longestValue/2], b.Len(), sum(b.String()))
}

// longestValue is how much of a message or a command is written, in bytes. What is longer is cut and hashed.
const longestValue = 1600

func sum(s string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(s))
	return h.Sum64()
}

func plain(b *strings.Builder, v reflect.Value, depth int, named bool) {
	if !v.IsValid() {
		b.WriteString("nil")
		return
	}
	if depth > 14 {
		b.WriteString("…")
		return
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			b.WriteString("nil")
			return
		}
		plain(b, v.Elem(), depth+1, named || v.Kind() == reflect.Interface)
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() && v.CanInterface() {
			b.WriteString(v.Interface().(time.Time).UTC().Format(time.RFC3339Nano))
			return
		}
		if named {
			b.WriteString(bare(v.Type()))
		}
		b.WriteByte('{')
		var fields []string
		fieldsOf(v, depth, &fields)
		slices.Sort(fields)
		b.WriteString(strings.Join(fields, " "))
		b.WriteByte('}')
	case reflect.Slice, reflect.Array:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			var text []byte
			for i := range v.Len() {
				text = append(text, byte(v.Index(i).Uint()))
			}
			b.WriteString(strconv.Quote(string(text)))
			return
		}
		b.WriteByte('[')
		for i := range v.Len() {
			if i > 0 {
				b.WriteByte(' ')
			}
			plain(b, v.Index(i), depth+1, false)
		}
		b.WriteByte(']')
	case reflect.Map:
		var entries []string
		for k, e := range v.Seq2() {
			var s strings.Builder
			plain(&s, k, depth+1, false)
			s.WriteByte(':')
			plain(&s, e, depth+1, false)
			entries = append(entries, s.String())
		}
		slices.Sort(entries)
		b.WriteString("map[" + strings.Join(entries, " ") + "]")
	case reflect.String:
		b.WriteString(strconv.Quote(v.String()))
	case reflect.Bool:
		b.WriteString(strconv.FormatBool(v.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		b.WriteString(strconv.FormatInt(v.Int(), 10))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		b.WriteString(strconv.FormatUint(v.Uint(), 10))
	case reflect.Float32, reflect.Float64:
		b.WriteString(strconv.FormatFloat(v.Float(), 'g', -1, 64))
	default: // functions and channels
		if v.IsNil() {
			b.WriteString("nil")
			return
		}
		b.WriteString(v.Kind().String())
	}
}

// fieldsOf lists the fields of a struct that are not zero.
func fieldsOf(v reflect.Value, depth int, list *[]string) {
	for i := range v.NumField() {
		f, field := v.Type().Field(i), v.Field(i)
		if field.IsZero() {
			continue
		}
		if f.Anonymous {
			for field.Kind() == reflect.Pointer {
				field = field.Elem()
			}
			if field.Kind() == reflect.Struct {
				fieldsOf(field, depth+1, list)
				continue
			}
		}
		var b strings.Builder
		b.WriteString(f.Name + ":")
		plain(&b, field, depth+1, false)
		*list = append(*list, b.String())
	}
}

// bare is a type's name without its package; a type that was renamed goes by its old name.
func bare(t reflect.Type) string {
	name, _, _ := strings.Cut(t.Name(), "[")
	if old, ok := renamed[path.Base(t.PkgPath())+"."+name]; ok {
		return old
	}
	return name
}

// formOf describes what a walk puts into a value of a type: "s" a text, "b", "i8" to "i64", "u", "f", a list as [form], a struct
// as map of forms by field, a pointer to a text as "*s". nil is left alone.
func formOf(t reflect.Type, depth int) any {
	switch t.Kind() {
	case reflect.String:
		return "s"
	case reflect.Bool:
		return "b"
	case reflect.Int:
		return "i64"
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return "i" + strconv.Itoa(t.Bits())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "u"
	case reflect.Float32, reflect.Float64:
		return "f"
	case reflect.Pointer:
		if t.Elem().Kind() == reflect.String {
			return "*s"
		}
	case reflect.Slice:
		if form := formOf(t.Elem(), depth+1); form != nil && depth < 3 {
			return []any{form}
		}
	case reflect.Struct:
		if t == reflect.TypeFor[time.Time]() || depth > 3 {
			return nil
		}
		forms := map[string]any{}
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() {
				if form := formOf(f.Type, depth+1); form != nil {
					forms[f.Name] = form
				}
			}
		}
		return forms
	}
	return nil
}

// invented is a random value of a form. Each part has a source of its own, so that a part that changes leaves the others.
func invented(form any, seed uint64, text func(*rand.Rand) string) any {
	r := rand.New(rand.NewPCG(seed, 17))
	switch form := form.(type) {
	case map[string]any:
		fields := map[string]any{}
		for name, f := range form {
			fields[name] = invented(f, seed^sum(name), text)
		}
		return fields
	case []any:
		list := make([]any, r.IntN(4))
		for i := range list {
			list[i] = invented(form[0], seed+uint64(i)*7919+1, text)
		}
		return list
	case string:
		switch form {
		case "s":
			return text(r)
		case "*s":
			if r.IntN(3) == 0 {
				return nil
			}
			return text(r)
		case "b":
			return r.IntN(2) == 0
		case "u":
			return float64(r.IntN(9))
		case "f":
			return []float64{0, 1, -1, 0.5, 1e300, 0.001}[r.IntN(6)]
		}
		bits, _ := strconv.Atoi(form[1:])
		if r.IntN(8) == 0 {
			return float64(r.Int64() >> 12 & (1<<(min(bits, 52)-1) - 1)) // exact in a float64
		}
		return float64(r.IntN(9))
	}
	return nil
}

// put sets v to what was read from JSON or invented. A field that the type does not have is an error.
func put(v reflect.Value, data any) error {
	if data == nil {
		return nil
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return put(v.Elem(), data)
	case reflect.Struct:
		fields, ok := data.(map[string]any)
		if !ok {
			break
		}
		for name, d := range fields {
			f := v.FieldByName(name)
			if !f.IsValid() {
				return fmt.Errorf("%s has no field %s", v.Type(), name)
			}
			if err := put(f, d); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		return nil
	case reflect.Slice:
		list, ok := data.([]any)
		if !ok {
			break
		}
		s := reflect.MakeSlice(v.Type(), len(list), len(list))
		for i, d := range list {
			if err := put(s.Index(i), d); err != nil {
				return err
			}
		}
		if len(list) > 0 {
			v.Set(s)
		}
		return nil
	case reflect.String:
		if s, ok := data.(string); ok {
			v.SetString(s)
			return nil
		}
	case reflect.Bool:
		if s, ok := data.(bool); ok {
			v.SetBool(s)
			return nil
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if n, ok := data.(float64); ok {
			v.SetInt(int64(n))
			return nil
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if n, ok := data.(float64); ok {
			v.SetUint(uint64(n))
			return nil
		}
	case reflect.Float32, reflect.Float64:
		if n, ok := data.(float64); ok {
			v.SetFloat(n)
			return nil
		}
	}
	return fmt.Errorf("%s cannot be %v", v.Type(), data)
}
