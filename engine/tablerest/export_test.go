package tablerest

import "runtime"

// WaitJoined returns when a Joiner has so many requests of its own under way, and so many wait.
func WaitJoined(j *Joiner, under, waiting int) {
	for {
		j.lock.Lock()
		ok := len(j.waiting) == waiting && j.under == under
		j.lock.Unlock()
		if ok {
			return
		}
		runtime.Gosched()
	}
}
