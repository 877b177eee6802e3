package worker

import "context"

// Enter makes all later requests about the tables of a room, "" for those of the workspace. Change events of the others are not
// told any more.
func (c *Client) Enter(room string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.room = room
}

// Course fetches the list of lessons.
func (c *Client) Course(ctx context.Context) (*CourseReply, error) {
	return call[CourseReply](ctx, c, opCourse, Done{}, nil, leave)
}

// OpenLesson makes a lesson's data in a room. Failures: FetchFailed, NoLesson.
func (c *Client) OpenLesson(ctx context.Context, req OpenLessonRequest, onProgress func(Progress)) (*OpenLessonReply, error) {
	return call[OpenLessonReply](ctx, c, opOpenLesson, req, onProgress, leave)
}

// LessonFile reads a file and runs the lesson that it holds.
func (c *Client) LessonFile(ctx context.Context, req LessonFileRequest, onProgress func(Progress)) (*LessonFileReply, error) {
	return call[LessonFileReply](ctx, c, opLessonFile, req, onProgress, leave)
}

// Try does and judges an attempt in the room that was entered.
func (c *Client) Try(ctx context.Context, req TryRequest, onProgress func(Progress)) (*TryReply, error) {
	return call[TryReply](ctx, c, opTry, req, onProgress, leave)
}

// ResetLesson brings the data of the room that was entered back to what the lesson begins with.
func (c *Client) ResetLesson(ctx context.Context) error {
	_, err := call[Done](ctx, c, opResetLesson, Done{}, nil, leave)
	return err
}

// KeepLesson copies a room's tables into the workspace, all of them or none.
func (c *Client) KeepLesson(ctx context.Context, req KeepLessonRequest, onProgress func(Progress)) (*KeepLessonReply, error) {
	return call[KeepLessonReply](ctx, c, opKeepLesson, req, onProgress, await)
}

// CloseRoom drops a room.
func (c *Client) CloseRoom(ctx context.Context, req RoomRequest) error {
	_, err := call[Done](ctx, c, opCloseRoom, req, nil, leave)
	return err
}
