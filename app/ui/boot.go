//go:build !js

package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
)

// boot is the page before the WASM runs: what the tool is, one drawn example of a plan, and room for the progress of the
// download, which boot.js fills in, or why there will be none. It holds no data and no handlers.
func boot() app.UI {
	return El("div").Class("boot").Body(
		El("header").Class("boot-top").Body(logo(), El("div").ID("boot-progress").Class("boot-progress").Body(
			El("progress").Aria("label", "Loading the program").Attr("max", 1).Attr("value", 0),
			El("span").DataSet("boot-text", "").Text("Loading…"),
		)),
		// boot.js hides it where the program can run: a browser without scripts, or too old to read them, shows it all the same.
		El("p").Class("boot-not").Role("alert").Text("Rangefinder cannot run in this browser. It needs JavaScript and WebAssembly, which are switched off here, or newer than the browser. Allow both for this page, or open it in a current browser."),
		El("main").Class("boot-main").Body(
			El("h1").Text("See what a table query costs before you run it"),
			El("p").Text("An explorer and query playground for Azure Table storage. The engine runs in this browser: nothing you type or load leaves it unless you say so."),
			El("div").Class("boot-example").Body(
				El("p").Class("boot-code").Body(
					El("span").Class("tok-key").Text("PartitionKey"), app.Text(" eq "), El("span").Class("tok-str").Text("'Action'"), app.Text(" and "),
					El("span").Class("tok-key").Text("RowKey"), app.Text(" ge "), El("span").Class("tok-str").Text("'Alien'"), app.Text(" and Rating gt "), El("span").Class("tok-num").Text("4.0"),
				),
				El("p").Body(
					El("span").Class("badge row-range").Body(El("span").Class("shape").Aria("hidden", true).Text("▬"), El("span").Text("row range")),
					app.Text(" reads one stretch of one partition; "), El("code").Text("Rating"), app.Text(" is only checked on what was read."),
				),
				El("div").Class("boot-map").Aria("hidden", true).Body(
					app.Range(make([]struct{}, 9)).Slice(func(i int) app.UI {
						class := "boot-seg boot-seg-" + string(rune('0'+i))
						if i == 0 {
							class += " hit"
						}
						return El("span").Class(class)
					}),
				),
				El("ul").Class("boot-classes").Body(
					El("li").Body(El("span").Class("badge point").Body(El("span").Class("shape").Aria("hidden", true).Text("•"), El("span").Text("point")), app.Text(" one entity by its full key")),
					El("li").Body(El("span").Class("badge row-range").Body(El("span").Class("shape").Aria("hidden", true).Text("▬"), El("span").Text("row range")), app.Text(" one partition, or part of it")),
					El("li").Body(El("span").Class("badge partition-range").Body(El("span").Class("shape").Aria("hidden", true).Text("▤"), El("span").Text("partition range")), app.Text(" several partitions in a row")),
					El("li").Body(El("span").Class("badge full-scan").Body(El("span").Class("shape").Aria("hidden", true).Text("▓"), El("span").Text("full scan")), app.Text(" every entity of the table")),
				),
			),
		),
	)
}
