package wire

import (
	"rangefinder/engine/interchange"
)

// RescueID numbers the request of RescueFrame; no client comes so far.
const RescueID = 1 << 52

// RescueFrame asks the worker for everything as a workspace file: a page whose program has stopped sends it as it is. The answer
// is a FileReply.
func RescueFrame() []byte {
	b, _ := EncodeFrame(RescueID, FrameRequest, Export.Name, ExportRequest{What: "workspace", Format: interchange.Workspace}) // cannot fail: numbers and text
	return b
}
