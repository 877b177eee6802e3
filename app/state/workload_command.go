package state

import "rangefinder/app/workload"

// workloadCommands are what a person can do on the screen of what an application asks.
var workloadCommands = []Command{
	{ID: "workload-log", Title: "Read a log of what an application asks…", Words: "workload HAR StorageTableLogs diagnostic analytics Azurite shapes", Group: TableGroup, Do: always(ScreenChosen{Screen: WorkloadScreen}, ImportPressed{})},
	{ID: "workload-sample", Title: "Read the two logs to try", Words: "workload sample before after release", Group: LearnGroup, Do: always(ScreenChosen{Screen: WorkloadScreen}, workload.SampleTried{})},
}
