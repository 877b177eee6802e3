package worker

// document reads or writes a document of the workspace.
func (j *job) document(req DocumentRequest) (*DocumentReply, error) {
	if req.Set {
		if err := j.cfg.DB.SetDocument(j.ctx, req.Name, req.Text); err != nil {
			return nil, err
		}
	}
	text, _ := j.cfg.DB.Document(req.Name)
	return &DocumentReply{Text: text}, nil
}
