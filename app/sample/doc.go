// Package sample makes the data that the playground offers: data sets in the designs that the founding papers of the service
// describe, real public-domain files, and a generator. In reading order:
//
//	sample.go    Sample, what it tells of itself, and Load
//	catalog.go   the samples and their example queries
//	movies.go blogs.go logs.go social.go jobs.go rentals.go
//	             generated data, each with the key design it teaches
//	file.go birdstrikes.go earthquakes.go flights.go
//	             real data, read from compressed CSV files under web/static/samples
//	spec.go generate.go
//	             Spec, a table made to measure, and Generate
//	weblog.go    WriteLog: logs of an application that asks one of the samples
//	random.go words.go
//	             times and words that generated data is made of; package seeded has its numbers
//
// All data is deterministic: the same sample or Spec gives the same entities in the same order on every machine, and mostly
// in key order, which loads fastest.
package sample
