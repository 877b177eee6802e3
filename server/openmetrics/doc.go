// Package openmetrics writes metrics in the text form of OpenMetrics 1.0, which Prometheus and its peers read: [Writer] writes
// families of counters, gauges and histograms, [Histogram] counts durations. The library of Prometheus does the same and more,
// and makes a binary 2.7 MB larger with eight modules.
package openmetrics

// ContentType is the type of an answer in the text form.
const ContentType = "application/openmetrics-text; version=1.0.0; charset=utf-8"
