package ui

import (
	"context"
	"time"

	"rangefinder/app/page"
	"rangefinder/app/requests"
)

// shapesPause is how long shapes are left alone after they changed.
const shapesPause = time.Second

// doRequests carries out the effects of the panel of requests.
func (r *Root) doRequests(cmd page.Cmd) {
	doc := r.platform.Page
	tell := func(msg page.Msg) { r.Later(func() { r.store.Send(msg) }) }
	switch cmd := cmd.(type) {
	case requests.Hear:
		if r.stopFeed != nil {
			r.stopFeed()
			r.stopFeed = nil
		}
		if cmd.On {
			r.stopFeed = doc.OpenFeed(func(texts []string) { tell(requests.Told{Requests: texts}) }, func(ok bool) { tell(requests.Connected{OK: ok}) })
		}
	case requests.AskShapes:
		go func() {
			if cmd.Later {
				time.Sleep(shapesPause)
			}
			text, err := doc.Fetch(context.Background(), "api/shapes", nil)
			tell(requests.ShapesTold{Text: text, Err: err, Later: cmd.Later})
		}()
	case requests.AskCaps:
		doc.AskFeed("GET", "caps", "", func(text []byte, err error) { tell(requests.CapsTold{Text: text, Err: err}) })
	case requests.AskFaults:
		method := "GET"
		if cmd.Body != "" {
			method = "PUT"
		}
		doc.AskFeed(method, "faults", cmd.Body, func(text []byte, err error) {
			tell(requests.FaultsTold{Nth: cmd.Nth, Text: text, Set: cmd.Body != "", Err: err})
		})
	case requests.Forget:
		doc.AskFeed("DELETE", "requests", "", func(_ []byte, err error) { tell(requests.Forgotten{Err: err}) })
	}
}
