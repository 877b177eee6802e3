package looks

// press clicks the button with a text or a name.
func press(label string) string {
	return `(() => { const b = [...document.querySelectorAll("button")].find((e) => e.innerText.trim().replace(/\s+/g, " ") === "` + label + `" || e.getAttribute("aria-label") === "` + label + `"); b.click(); })()`
}

const dialogOpen = `document.querySelector("#dialog").open`

// Screens are what is looked at, in every window size and theme.
func Screens() []Screen {
	return []Screen{
		{Name: "query"},
		{Name: "why", Address: "#v=1&t=Movies&f=PartitionKey%20eq%20'Action'%20and%20RowKey%20ge%20'Alien'%20and%20RowKey%20lt%20'Terminator'%20and%20Rating%20gt%204.0&why=1&run=1", Wait: `document.querySelector("#planstrip table")`},
		{Name: "refused", Address: "#v=1&t=Movies&f=PartitionKey%20%3D%3D%20'a'&run=1", Ready: `document.querySelector("#planstrip")?.innerText.toLowerCase().includes("refused")`},
		{Name: "partitions", Address: "#v=1&screen=partitions&t=Movies", Wait: `document.querySelector("#partition-0") && document.querySelector("#screen-partitions").innerText.includes("kind")`},
		{Name: "inspector", Ready: `document.querySelector("#grid .rf-row:not(.rf-free):not(.rf-loading) [role=gridcell]")`, Do: `document.querySelector("#grid .rf-row:not(.rf-free):not(.rf-loading) [role=gridcell]").dispatchEvent(new MouseEvent("dblclick", {bubbles: true}))`, Wait: `document.querySelector("#inspector .advice-box")`},
		{Name: "export", Do: press("Export…"), Wait: dialogOpen},
	}
}
