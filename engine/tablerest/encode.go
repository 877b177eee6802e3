package tablerest

import (
	"strings"

	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// level is how much a JSON answer tells besides names and values, section 2.2.
type level uint8

const (
	minimalMetadata level = iota
	noMetadata
	fullMetadata
)

func (l level) String() string {
	return [...]string{"minimalmetadata", "nometadata", "fullmetadata"}[l]
}

// contentTypes is the Content-Type of JSON at each level.
var contentTypes = [...]string{
	minimalMetadata: "application/json;odata=minimalmetadata;streaming=true;charset=utf-8",
	noMetadata:      "application/json;odata=nometadata;streaming=true;charset=utf-8",
	fullMetadata:    "application/json;odata=fullmetadata;streaming=true;charset=utf-8",
}

// encoder writes JSON answers about one table.
type encoder struct {
	level   level
	account string
	base    string // URL of the account without a slash at the end
	table   string
	names   []string // of $select; nil is everything
}

// appendText appends s as a JSON string. Most text is ASCII without anything to escape.
func appendText(dst []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return edm.AppendJSONString(dst, s)
		}
	}
	dst = append(dst, '"')
	dst = append(dst, s...)
	return append(dst, '"')
}

func appendValue(dst []byte, v edm.Value) []byte {
	if v.Type() == edm.String {
		return appendText(dst, v.Text())
	}
	return edm.AppendJSON(dst, v)
}

// appendMetadata appends the odata.metadata member, with a comma at its end. fragment is what follows "#Table".
func (e *encoder) appendMetadata(dst []byte, fragment string) []byte {
	if e.level == noMetadata {
		return dst
	}
	dst = append(dst, `"odata.metadata":"`...)
	dst = appendInner(dst, e.base)
	dst = append(dst, "/$metadata#"...)
	dst = appendInner(dst, e.table)
	dst = appendInner(dst, fragment)
	return append(dst, '"', ',')
}

// appendInner appends s as appendText does, without quotes around it.
func appendInner(dst []byte, s string) []byte {
	start := len(dst)
	dst = appendText(dst, s)
	copy(dst[start:], dst[start+1:len(dst)-1])
	return dst[:len(dst)-2]
}

// fragment returns what odata.metadata says of a projection, with the names in the order asked for.
func (e *encoder) fragment() string {
	if e.names == nil {
		return ""
	}
	return "&$select=" + strings.Join(e.names, ",")
}

// appendOne appends an entity as an answer of its own.
func (e *encoder) appendOne(dst []byte, entity engine.Entity) []byte {
	dst = append(dst, '{')
	dst = e.appendMetadata(dst, "/@Element"+e.fragment())
	return append(e.appendMembers(dst, entity), '}')
}

// appendList appends a page of entities.
func (e *encoder) appendList(dst []byte, page []engine.Entity) []byte {
	dst = append(dst, '{')
	dst = e.appendMetadata(dst, e.fragment())
	dst = append(dst, `"value":[`...)
	for i, entity := range page {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, '{')
		dst = append(e.appendMembers(dst, entity), '}')
	}
	return append(dst, "]}"...)
}

// appendMembers appends the members of an entity: annotations, keys, Timestamp, custom properties.
func (e *encoder) appendMembers(dst []byte, entity engine.Entity) []byte {
	pk, rk, at := entity.PartitionKey(), entity.RowKey(), entity.Timestamp()
	start := len(dst)
	dst = e.appendAnnotations(dst, pk, rk, at)
	if e.names != nil {
		return trimComma(e.appendSelected(dst, entity), start)
	}
	dst = e.appendSystem(dst, pk, rk, at)
	for i := range entity.Len() {
		p := entity.Property(i)
		dst = append(dst, ',')
		dst = e.appendProperty(dst, p.Name, p.Value)
	}
	return dst
}

// appendWritten appends the entity that an insert stored, as an answer of its own.
func (e *encoder) appendWritten(dst []byte, op *engine.Op, at edm.Ticks) []byte {
	dst = append(dst, '{')
	dst = e.appendMetadata(dst, "/@Element")
	dst = e.appendAnnotations(dst, op.PartitionKey, op.RowKey, at)
	dst = e.appendSystem(dst, op.PartitionKey, op.RowKey, at)
	for _, p := range op.Properties {
		if !p.Value.IsZero() {
			dst = append(dst, ',')
			dst = e.appendProperty(dst, p.Name, p.Value)
		}
	}
	return append(dst, '}')
}

// appendAnnotations appends what a level tells about an entity, with a comma at its end.
func (e *encoder) appendAnnotations(dst []byte, pk, rk string, at edm.Ticks) []byte {
	if e.level == fullMetadata {
		dst = append(dst, `"odata.type":"`...)
		dst = appendInner(dst, e.account)
		dst = append(dst, '.')
		dst = appendInner(dst, e.table)
		dst = append(dst, `","odata.id":"`...)
		dst = appendInner(dst, e.base)
		dst = append(dst, '/')
		path := len(dst)
		dst = appendEntityPath(dst, e.table, pk, rk)
		end := len(dst)
		dst = append(dst, `",`...)
		dst = appendETagMember(dst, at)
		dst = append(dst, `,"odata.editLink":"`...)
		dst = append(dst, dst[path:end]...)
		dst = append(dst, `",`...)
	} else if e.level == minimalMetadata {
		dst = append(appendETagMember(dst, at), ',')
	}
	return dst
}

// appendSystem appends keys and Timestamp.
func (e *encoder) appendSystem(dst []byte, pk, rk string, at edm.Ticks) []byte {
	dst = append(dst, `"PartitionKey":`...)
	dst = appendText(dst, pk)
	dst = append(dst, `,"RowKey":`...)
	dst = appendText(dst, rk)
	if e.level == fullMetadata {
		dst = append(dst, `,"Timestamp@odata.type":"Edm.DateTime"`...)
	}
	dst = append(dst, `,"Timestamp":`...)
	return edm.AppendJSON(dst, edm.NewDateTime(at))
}

// appendSelected appends the members that $select names, each with a comma behind it.
func (e *encoder) appendSelected(dst []byte, entity engine.Entity) []byte {
	for _, name := range e.names {
		v, _ := entity.Value(name)
		if name == filterlang.Timestamp && e.level == fullMetadata {
			dst = append(dst, `"Timestamp@odata.type":"Edm.DateTime",`...)
		}
		if name == filterlang.Timestamp {
			dst = append(dst, `"Timestamp":`...)
			dst = edm.AppendJSON(dst, v)
		} else {
			dst = e.appendProperty(dst, name, v)
		}
		dst = append(dst, ',')
	}
	return dst
}

func trimComma(dst []byte, start int) []byte {
	if len(dst) > start && dst[len(dst)-1] == ',' {
		return dst[:len(dst)-1]
	}
	return dst
}

func (e *encoder) appendProperty(dst []byte, name string, v edm.Value) []byte {
	if e.level != noMetadata {
		dst = appendAnnotation(dst, name, v)
	}
	dst = appendText(dst, name)
	dst = append(dst, ':')
	return appendValue(dst, v)
}

// appendAnnotation appends the type of a property whose JSON form does not tell it, with a comma behind it.
func appendAnnotation(dst []byte, name string, v edm.Value) []byte {
	if !v.NeedsAnnotation() {
		return dst
	}
	dst = appendText(dst, name)
	dst = append(dst[:len(dst)-1], `@odata.type":"`...)
	dst = append(dst, edmNames[v.Type()]...)
	return append(dst, `",`...)
}

var edmNames = func() (names [9]string) {
	for _, t := range edm.Types {
		names[t] = t.EDM()
	}
	return names
}()

// appendETagMember appends the odata.etag member of an entity.
func appendETagMember(dst []byte, t edm.Ticks) []byte {
	dst = append(dst, `"odata.etag":"W/\"datetime'`...)
	dst = appendETagTime(dst, t)
	return append(dst, `'\""`...)
}

// appendETag appends an ETag as headers carry it.
func appendETag(dst []byte, t edm.Ticks) []byte {
	dst = append(dst, `W/"datetime'`...)
	dst = appendETagTime(dst, t)
	return append(dst, `'"`...)
}

// appendETagTime appends an instant with its colons encoded.
func appendETagTime(dst []byte, t edm.Ticks) []byte {
	var text [40]byte
	b := edm.AppendJSON(text[:0], edm.NewDateTime(t))
	for _, c := range b[1 : len(b)-1] {
		if c == ':' {
			dst = append(dst, "%3A"...)
		} else {
			dst = append(dst, c)
		}
	}
	return dst
}

// appendTables appends a page of table names.
func (e *encoder) appendTables(dst []byte, names []string) []byte {
	dst = append(dst, '{')
	dst = e.appendMetadata(dst, "")
	dst = append(dst, `"value":[`...)
	for i, name := range names {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, '{')
		dst = append(e.appendTableMembers(dst, name), '}')
	}
	return append(dst, "]}"...)
}

// appendTable appends a table as an answer of its own.
func (e *encoder) appendTable(dst []byte, name string) []byte {
	dst = append(dst, '{')
	dst = e.appendMetadata(dst, "/@Element")
	return append(e.appendTableMembers(dst, name), '}')
}

func (e *encoder) appendTableMembers(dst []byte, name string) []byte {
	if e.level == fullMetadata {
		dst = append(dst, `"odata.type":"`...)
		dst = appendInner(dst, e.account)
		dst = append(dst, `.Tables","odata.id":"`...)
		dst = appendInner(dst, e.base)
		dst = append(dst, '/')
		dst = appendTablePath(dst, name)
		dst = append(dst, `","odata.editLink":"`...)
		dst = appendTablePath(dst, name)
		dst = append(dst, `",`...)
	}
	dst = append(dst, `"TableName":`...)
	return appendText(dst, name)
}
