//go:build js && wasm

// Command wasm is the one client program: on the page it is the screens, in a dedicated worker it is the engine. The page
// compiles the module once and hands it to the worker.
package main

import (
	"context"
	"log"
	"runtime/debug"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/browser"
	"rangefinder/app/port"
	"rangefinder/app/tabs"
	"rangefinder/app/ui"
	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/app/worker/operations"
	"rangefinder/engine"
)

func main() {
	if browser.IsWorker() {
		serve()
		return
	}
	page()
}

// warmAfter is how long the first answers have before the worker is warmed, where opening the tables took longer than the page to rest.
const warmAfter = 300 * time.Millisecond

// serve is the worker: it holds the tables, or works through the tab that does, and answers the page for as long as it lives.
func serve() {
	engine.LimitHeap(8<<20, 100)
	config := tabs.HostConfig{
		Config: worker.Config{Handlers: operations.Handlers(), Fetch: browser.FetchAsset, Yield: browser.Yield, Files: browser.Files{}, Remote: browser.Remote},
		Folder: browser.OpenFolder,
		Facts:  browser.StorageFacts,
	}
	rested := browser.Rested()
	config.Opened = func() { // warming would make the tables wait
		select {
		case <-rested:
			time.Sleep(warmAfter)
		default:
			<-rested
		}
		worker.Warm(context.Background(), config.Config)
	}
	if browser.Embedded() { // alone, in memory: what the person keeps is neither shown nor changed
		go config.Opened()
		config.DB = engine.Open(engine.Options{})
		worker.Serve(context.Background(), browser.ParentPort(), config.Config)
		return
	}
	if others, ok := browser.NewTabs(); ok {
		config.Tabs = others
	}
	tabs.Host(context.Background(), browser.ParentPort(), config)
}

// page is the document: it starts the worker and the screens. A worker that is lost is told to the screens, which say so.
func page() {
	debug.SetGCPercent(400) // the page's heap is a few MB; collecting it less often keeps the pauses off the keystrokes
	browser.RepairAddress()
	document := browser.NewPage()
	var client *wire.Client
	failed := make(chan error, 1)
	line, err := browser.Spawn(document.Asset("worker.js"), func(err error) {
		select {
		case failed <- err:
		default: // the first failure is the one that matters
		}
	})
	if err != nil {
		log.Println("starting the worker:", err)
		near, _ := port.Pipe()
		client = wire.NewClient(near)
		client.Lost(err.Error())
	} else {
		client = wire.NewClient(line)
		go func() { client.Lost((<-failed).Error()) }()
	}
	browser.Rescue(wire.RescueFrame(), wire.RescueID)
	ui.Start(&ui.Platform{
		Page:      document,
		Client:    client,
		Accounts:  document,
		OnChange:  client.OnChange,
		OnFault:   client.OnFault,
		OnCrash:   client.OnCrash,
		OnMoved:   client.OnMoved,
		OnStorage: client.OnStorage,

		OnExchange: client.OnExchange,
		Embed:      browser.Embedded(),
	})
	app.RunWhenOnBrowser()
}
