package page

// Rooms are beside the workspace: a lesson has its tables in one. Requests go to the room that the model says; these asks change what is on
// screen.
type (
	// EnterRoom blanks the page for the tables of a room. What it showed of the workspace is kept for LeaveRoom.
	EnterRoom struct{}
	// LeaveRoom brings the tables of the workspace back, and shows To of them, or what the page showed before.
	LeaveRoom struct{ To *Route }
	// LoseRoom brings them back where something else is on screen already.
	LoseRoom struct{}
)

// RoomLost tells that the worker which had the room is gone.
type RoomLost struct{}
