package edit

import "rangefinder/engine"

// Limits of the service that the screens meter; see package engine.
const (
	MaxBatchOps   = engine.MaxBatchOps
	MaxBatchBytes = engine.MaxBatchBytes // of a request
	MaxEntity     = engine.MaxEntity     // bytes
	MaxProperties = engine.MaxProperties

	MaxRowKeyCosmos = engine.MaxRowKeyCosmos // bytes
)
