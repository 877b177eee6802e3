package workload

import "rangefinder/app/page"

// Commands are what a person can do on the screen of what an application asks.
func Commands() []page.Command {
	return []page.Command{
		{ID: "workload-log", Title: "Read a log of what an application asks…", Words: "workload HAR StorageTableLogs diagnostic analytics Azurite shapes", Group: page.TableGroup, Do: []page.Msg{page.ScreenChosen{Screen: page.WorkloadScreen}, page.ImportPressed{}}},
		{ID: "workload-sample", Title: "Read the two logs to try", Words: "workload sample before after release", Group: page.LearnGroup, Do: []page.Msg{page.ScreenChosen{Screen: page.WorkloadScreen}, SampleTried{}}},
	}
}
