//go:build js && wasm

package browser

import (
	"strconv"
	"strings"
	"syscall/js"
)

// zones are the formatters of time zones that were asked for; a null one is of a name that the browser does not know.
var zones = map[string]js.Value{}

func zoneFormat(zone string) js.Value {
	if f, ok := zones[zone]; ok {
		return f
	}
	f := js.Null()
	_ = try(func() {
		options := global.Get("Object").New()
		options.Set("timeZone", zone)
		options.Set("timeZoneName", "longOffset")
		f = global.Get("Intl").Get("DateTimeFormat").New("en-US", options)
	})
	zones[zone] = f
	return f
}

// LocalZone is the name of the browser's time zone.
func (*Page) LocalZone() string {
	return global.Get("Intl").Get("DateTimeFormat").New().Call("resolvedOptions").Get("timeZone").String()
}

// ZoneOffset asks the browser. An offset that is not of whole minutes, as before there were time zones, is none.
func (*Page) ZoneOffset(zone string, unix int64) (minutes int, ok bool) {
	f := zoneFormat(zone)
	if f.IsNull() {
		return 0, false
	}
	err := try(func() {
		text := f.Call("format", float64(unix)*1000).String()
		text = text[strings.LastIndex(text, "GMT")+3:]
		if text == "" {
			ok = true
			return
		}
		hours, rest, _ := strings.Cut(text[1:], ":")
		h, err := strconv.Atoi(hours)
		m, err2 := strconv.Atoi(rest)
		if ok = err == nil && (err2 == nil || rest == ""); !ok {
			return
		}
		if minutes = h*60 + m; text[0] != '+' {
			minutes = -minutes
		}
	})
	return minutes, ok && err == nil
}
