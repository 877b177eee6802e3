package page

import (
	"context"
	"time"
)

// Paused waits; false when it was cancelled meanwhile.
func Paused(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
