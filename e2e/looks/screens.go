package looks

// press clicks the button with a text or a name.
func press(label string) string {
	return `(() => { const b = [...document.querySelectorAll("button")].find((e) => e.innerText.trim().replace(/\s+/g, " ") === "` + label + `" || e.getAttribute("aria-label") === "` + label + `"); b.click(); })()`
}

// rows is true when a result has lines.
const rows = `document.querySelector("#grid .rf-row:not(.rf-free):not(.rf-loading) [role=gridcell]")`

const dialogOpen = `document.querySelector("#dialog").open`

// Screens are what is looked at, in every window size and theme.
func Screens() []Screen {
	return []Screen{
		{Name: "query"},
		{Name: "why", Address: "#v=1&t=Movies&f=PartitionKey%20eq%20'Action'%20and%20RowKey%20ge%20'Alien'%20and%20RowKey%20lt%20'Terminator'%20and%20Rating%20gt%204.0&why=1&run=1", Wait: `document.querySelector("#planstrip table")`},
		{Name: "refused", Address: "#v=1&t=Movies&f=PartitionKey%20%3D%3D%20'a'&run=1", Ready: `document.querySelector("#planstrip")?.innerText.toLowerCase().includes("refused") && document.querySelector(".main").innerText.includes("10,681 entities")`},
		{Name: "partitions", Address: "#v=1&screen=partitions&t=Movies", Wait: `document.querySelector("#partition-0") && !document.querySelector("#screen-partitions progress")`},
		{Name: "inspector", Ready: rows, Do: `document.querySelector("#grid .rf-row:not(.rf-free):not(.rf-loading) [role=gridcell]").dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", bubbles: true}))`, Wait: `document.querySelector("#inspector .advice-box")`},
		{Name: "history", Do: press("History…"), Wait: `(() => { document.querySelector("#history-clear:not(:disabled)")?.click(); return document.querySelector("#dialog").innerText.includes("No query was run yet") })()`, Few: true},
		{Name: "crash", Do: `(() => { const e = new KeyboardEvent("keydown", {key: "a"}); Object.defineProperty(e, "target", {value: null}); dispatchEvent(e) })()`, Wait: `document.querySelector("dialog.crash")?.open`, Few: true},
		{Name: "lab", Address: "#v=1&screen=lab&t=Movies", Wait: `document.querySelector("#lab-c0-1") && !document.querySelector("#lab-stop")`},
		{Name: "simulator", Address: "#v=1&screen=simulator&t=Movies", Wait: `document.querySelector("#sim-start")`},
		{Name: "lesson", Address: "#v=1&lesson=four-classes", Ready: `document.querySelector("#lesson, .lesson")?.innerText.length > 200`},
		{Name: "palette", Do: `document.querySelector("#search").click()`, Wait: `document.querySelector("[role=listbox] [role=option]")`},
		{Name: "settings", Do: press("Settings"), Wait: dialogOpen},
		{Name: "export", Do: press("Export…"), Wait: dialogOpen},
	}
}
