// Package soak loads the binary's Table endpoint from 64 connections whose clients are killed at random, and looks afterwards
// whether all that was acknowledged is there, nothing is half there, and no memory was lost:
//
//	go test ./e2e/soak -minutes 10 -timeout 20m
//
// Without -minutes it lasts a few seconds. In reading order: client_test.go sends requests, and parts of requests;
// worker_test.go is the load of one connection and what it knows of its entities; server_test.go is the process;
// soak_test.go puts them together and compares.
package soak
