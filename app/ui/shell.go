//go:build !js

package ui

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// shell is the page before the WASM runs: what the tool is, one drawn example of a plan, and room for the progress of the
// download, which boot.js fills in, or why there will be none. It holds no data and no handlers.
func shell() app.UI {
	return el("div").Class("boot").Body(
		el("header").Class("boot-top").Body(logo(), el("div").ID("boot-progress").Class("boot-progress").Body(
			el("progress").Aria("label", "Loading the program").Attr("max", 1).Attr("value", 0),
			el("span").DataSet("boot-text", "").Text("Loading…"),
		)),
		// boot.js hides it where the program can run: a browser without scripts, or too old to read them, shows it all the same.
		el("p").Class("boot-not").Role("alert").Text("Rangefinder cannot run in this browser. It needs JavaScript and WebAssembly, which are switched off here, or newer than the browser. Allow both for this page, or open it in a current browser."),
		el("main").Class("boot-main").Body(
			el("h1").Text("See what a table query costs before you run it"),
			el("p").Text("An explorer and query playground for Azure Table storage. The engine runs in this browser: nothing you type or load leaves it."),
			el("div").Class("boot-example").Body(
				el("p").Class("boot-code").Body(
					el("span").Class("tok-key").Text("PartitionKey"), app.Text(" eq "), el("span").Class("tok-str").Text("'Action'"), app.Text(" and "),
					el("span").Class("tok-key").Text("RowKey"), app.Text(" ge "), el("span").Class("tok-str").Text("'Alien'"), app.Text(" and Rating gt "), el("span").Class("tok-num").Text("4.0"),
				),
				el("p").Body(
					el("span").Class("badge row-range").Body(el("span").Class("shape").Aria("hidden", true).Text("▬"), el("span").Text("row range")),
					app.Text(" reads one stretch of one partition; "), el("code").Text("Rating"), app.Text(" is only checked on what was read."),
				),
				el("div").Class("boot-map").Aria("hidden", true).Body(
					app.Range(make([]struct{}, 9)).Slice(func(i int) app.UI {
						class := "boot-seg boot-seg-" + string(rune('0'+i))
						if i == 0 {
							class += " hit"
						}
						return el("span").Class(class)
					}),
				),
				el("ul").Class("boot-classes").Body(
					el("li").Body(el("span").Class("badge point").Body(el("span").Class("shape").Aria("hidden", true).Text("•"), el("span").Text("point")), app.Text(" one entity by its full key")),
					el("li").Body(el("span").Class("badge row-range").Body(el("span").Class("shape").Aria("hidden", true).Text("▬"), el("span").Text("row range")), app.Text(" part of one partition")),
					el("li").Body(el("span").Class("badge partition-range").Body(el("span").Class("shape").Aria("hidden", true).Text("▤"), el("span").Text("partition range")), app.Text(" several partitions in a row")),
					el("li").Body(el("span").Class("badge full-scan").Body(el("span").Class("shape").Aria("hidden", true).Text("▓"), el("span").Text("full scan")), app.Text(" every entity of the table")),
				),
			),
		),
	)
}
