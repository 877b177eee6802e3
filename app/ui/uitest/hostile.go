package uitest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// Markup are values that want to be more than text. The class finds what became an element of them.
var Markup = []string{
	`<img src=x class=hostile onerror="window.hostile=1">`, `</script><script class=hostile>window.hostile=1</script>`, `"><svg class=hostile onload=window.hostile=1>`,
	`javascript:window.hostile=1`, `<a class=hostile href="javascript:window.hostile=1">x</a>`, `<style class=hostile>*{display:none}</style>`, `{{constructor.constructor('window.hostile=1')()}}`,
	"\u202eright to left\u202c שלום עולם مرحبا بالعالم", "e\u0301\u0323\u0323" + strings.Repeat("\u0310\u0323", 60), "a\x00b\x01c\x1b[31m\r\n\t\u0085\ufeff", "\U0001F9EA\u200d\U0001F468\u200d\U0001F469\u200d\U0001F467", strings.Repeat("W", 400), strings.Repeat("a\n", 300), "",
}

// OddEntities are entities of every kind of odd text, the first one of 252 properties, as NDJSON.
func OddEntities(t *testing.T) string {
	var out strings.Builder
	line := func(e map[string]any) {
		b, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(b, '\n'))
	}
	widest := map[string]any{"PartitionKey": "", "RowKey": ""}
	for i := range 252 {
		widest[fmt.Sprintf("Property%03d", i)] = Markup[i%len(Markup)]
	}
	line(widest)
	for i, text := range Markup {
		key := strings.Map(func(r rune) rune {
			if r < 0x20 || r >= 0x7f && r < 0xa0 || strings.ContainsRune(`/\#?`, r) {
				return -1
			}
			return r
		}, text)
		e := map[string]any{"PartitionKey": key[:min(len(key), 500)], "RowKey": fmt.Sprintf("%s %d", key[:min(len(key), 500)], i), "Text": text, "שם": text, "é́": i, strings.Repeat("N", 255): text, "_constructor": text, "__proto__": text, "Mixed": text}
		if i%2 == 0 {
			e["Mixed"] = i
		}
		line(e)
	}
	line(map[string]any{"PartitionKey": "large", "RowKey": "text", "Text": strings.Repeat("<b class=hostile>", 1900), "Long": strings.Repeat("\u202e", 32767)})
	line(map[string]any{"PartitionKey": "large", "RowKey": "bytes", "Text@odata.type": "Edm.Binary", "Text": base64.StdEncoding.EncodeToString(make([]byte, 65536))})
	return out.String()
}

// WideEntities are 100 entities that have 10,000 properties between them.
func WideEntities() string {
	var out strings.Builder
	for i := range 100 {
		fmt.Fprintf(&out, `{"PartitionKey":"p%d","RowKey":"r%d"`, i%7, i)
		for j := range 100 {
			fmt.Fprintf(&out, `,"Property%05d":%d`, i*100+j, i*j)
		}
		out.WriteString("}\n")
	}
	return out.String()
}
