// Package disk runs the binary on a small disk, fills that, and looks whether reads answer, deletes work and everything is as
// before when there is room again.
package disk
