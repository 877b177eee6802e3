package worker

import "rangefinder/app/wire"

// document reads or writes a document of the workspace.
func (j *Job) document(req wire.DocumentRequest) (*wire.DocumentReply, error) {
	if req.Set {
		if err := j.DB().SetDocument(j.Ctx, req.Name, req.Text); err != nil {
			return nil, err
		}
	}
	text, _ := j.DB().Document(req.Name)
	return &wire.DocumentReply{Text: text}, nil
}
