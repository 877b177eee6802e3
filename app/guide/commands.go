package guide

import "rangefinder/app/page"

// Commands are what can be done with the guide.
func Commands() []page.Command {
	return []page.Command{
		{ID: "guide", Title: "Open the guide", Words: "help manual documentation how", Group: page.LearnGroup, Do: []page.Msg{page.GuideOpened{}}},
	}
}
