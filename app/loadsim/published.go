package loadsim

// Publication is a number that was published and what the model makes of it.
type Publication struct {
	Figure string // of the performance study
	What   string
	Paper  string
	Model  string // with the settings of the figure
}

// Published returns the numbers that the model is held to, in short; CALIBRATION.md has all of them with their settings. The
// test that writes it fails when one of these is not of the model as it is.
func Published() []Publication {
	return []Publication{
		{"3", "the majority of gets completes under", "40.0 ms", "38.4 ms"},
		{"3", "the majority of inserts completes under", "50.0 ms", "46.0 ms"},
		{"4", "the majority of batches completes under", "1.20 s", "1.17 s"},
		{"5, 6 and 7", "size of batch from which the gain is flat, small VM", "20.0 entities", "20.0 entities"},
		{"8", "2 VMs: served", "600 entities/s", "633 entities/s"},
		{"8", "5 VMs: served", "1000 entities/s", "1006 entities/s"},
		{"10 and 11", "batches of 100: flat from", "15.0 threads", "14.0 threads"},
		{"12 and 13", "15 threads a VM: served", "17000 entities/s", "17657 entities/s"},
		{"15", "20 threads: served", "2300 entities/s", "2323 entities/s"},
		{"15", "30 threads: refused", "11.0 %", "10.0 %"},
		{"15", "50 threads: served", "2500 entities/s", "2456 entities/s"},
		{"15", "50 threads: refused", "22.0 %", "22.2 %"},
	}
}
