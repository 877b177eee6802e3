package cosmos

import "rangefinder/filterlang"

// What is charged in request units here is a MODEL, made to be like published examples (1 unit for a point read of 1 kB, some 5 for a
// write of 1 kB) and to grow with what the real charge grows with. It is no prediction of a bill:
//
//	point read             1 for each kB of the answer, at least 1
//	query                  2.5 a page, and 0.5 for each kB of the answer; 0.02 for each entity looked at when the index does not help
//	query of all partitions 1 more a page
//	write                  5 for each kB of the request, at least 5
//	whatever else          1

// PointUnits is the model's charge for reading an entity by its key, of an answer of so many bytes.
func PointUnits(bytes float64) float64 { return max(1, bytes/1024) }

// QueryUnits is the model's charge for a query of a class with so many pages, whose answers have so many bytes. looked is how many
// entities it looks at, which counts only where the index does not help.
func QueryUnits(class filterlang.Class, pages, bytes, looked float64) float64 {
	units := 2.5*pages + bytes/2048
	switch class {
	case filterlang.NoIndexHelp:
		units += pages + looked*0.02
	case filterlang.AllPartitions:
		units += pages
	}
	return units
}

// WriteUnits is the model's charge for a write or a transaction, of a request of so many bytes.
func WriteUnits(bytes float64) float64 { return 5 * max(1, bytes/1024) }
