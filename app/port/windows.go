package port

// Windows tells the windows of one browser that show this page apart. Where the browser lacks what it takes, each seems to be the
// only one, and nothing is left behind.
type Windows interface {
	// Window names this one; it has another name at each load.
	Window() string
	// KeepWindow keeps a text of this window for when it is gone, under a name; "" forgets it.
	KeepWindow(name, text string)
	// LeftBehind tells, later, the texts that windows which are gone kept under a name, none while another window is open or when
	// this one only was loaded again. forget drops them; until then they are told again to the next.
	LeftBehind(name string, found func(texts []string, forget func()))
}
