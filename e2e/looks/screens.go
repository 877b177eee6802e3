package looks

// press clicks the button with a text or a name.
func press(label string) string {
	return `(() => { const b = [...document.querySelectorAll("button")].find((e) => e.innerText.trim().replace(/\s+/g, " ") === "` + label + `" || e.getAttribute("aria-label") === "` + label + `"); b.click(); })()`
}

// rows is true when a result has lines.
const rows = `document.querySelector("#grid .rf-row:not(.rf-free):not(.rf-loading) [role=gridcell]")`

// short is a query whose plan leaves room for its result on a phone.
const short = "#v=1&t=Movies&f=PartitionKey%20eq%20'Action'%20and%20RowKey%20ge%20'Alien'&run=1"

// until waits within Do: until(() => …) is a promise of the first value that is true.
const until = `const until = (f) => new Promise((done) => { const look = () => { const v = f(); v ? done(v) : setTimeout(look, 20) }; look() });`

// typedWrong opens the field of a cell and types what is no number.
const typedWrong = `(async () => { ` + until + `
	const cell = document.querySelector("#grid .rf-row[aria-rowindex='3'] .rf-cell[aria-colindex='3']"), at = cell.getBoundingClientRect();
	for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "dblclick"]) cell.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, clientX: at.x + 20, clientY: at.y + 10 }));
	const field = await until(() => document.querySelector(".rf-field[aria-label]"));
	field.value = "4,8";
	field.dispatchEvent(new Event("input", { bubbles: true })) })()`

// pinned keeps a column beside the keys and scrolls the others away below it.
const pinned = `(async () => { ` + until + `
	[...document.querySelectorAll("#grid .rf-th")].find((e) => e.querySelector("span").textContent === "ReleaseYear").querySelector(".rf-more").click();
	(await until(() => [...document.querySelectorAll(".menuitem")].find((e) => e.innerText === "Pin next to keys"))).click();
	await until(() => document.querySelector("#grid .rf-pin2"));
	document.querySelector(".rf-grid").scrollLeft = 120 })()`

// unfolded opens the list of lessons, which is in the drawer on a phone, and goes to its end.
const unfolded = `(async () => { ` + until + `
	document.querySelector("[aria-label=Tables].icon").click();
	document.querySelector("#lessons-all").click();
	(await until(() => document.querySelector("#lessons-forget"))).scrollIntoView({ block: "end" }) })()`

// kept is what was done of two lessons.
const kept = `localStorage.setItem("rangefinder.lessons", "four-classes=7.7.5 movies=3.3.1")`

// damaged is a log under a header that was changed. The program waits for it.
const damaged = `(() => { const real = fetch, written = (async () => {
	const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("rangefinder%2F", { create: true });
	const to = await (await folder.getFileHandle("a.log", { create: true })).createWritable();
	await to.write("x".repeat(4096));
	await to.close() })();
	globalThis.fetch = (...what) => written.then(() => real(...what)) })()`

// silent is a page whose server had accounts, and answers no more.
const silent = `(() => { const real = fetch;
	addEventListener("DOMContentLoaded", () => { document.querySelector("script").dataset.accounts = "api/accounts" });
	globalThis.fetch = (to, ...how) => String(to.url ?? to).includes("/api/") ? Promise.reject(new TypeError("Failed to fetch")) : real(to, ...how) })()`

// importing drops a file whose import the engine never hears of: the page is told how far a long one is.
const importing = `(async () => { ` + until + `
	const files = new DataTransfer();
	files.items.add(new File(["PartitionKey,RowKey,Title\na,1,Alien\na,2,Heat\n"], "films.csv"));
	for (const type of ["dragenter", "dragover", "drop"]) document.body.dispatchEvent(new DragEvent(type, { dataTransfer: files, bubbles: true, cancelable: true }));
	const start = await until(() => document.querySelector(".preview tbody tr") && document.querySelector("#import-start:not(:disabled)"));
	const engine = rangefinderWorker, send = engine.postMessage;
	engine.postMessage = (data, ...more) => {
		const asked = data instanceof Uint8Array ? JSON.parse(new TextDecoder().decode(data)) : {};
		if (asked.op !== "import") return send.call(engine, data, ...more);
		const told = { id: asked.id, kind: "progress", body: { Done: 1_234_000, Received: 61_000_000, Size: 148_000_000, Micros: 6_000_000, Refused: 12 } };
		setTimeout(() => engine.dispatchEvent(new MessageEvent("message", { data: new TextEncoder().encode(JSON.stringify(told)) }))) };
	start.click() })()`

// noTable deletes the only table.
const noTable = `(async () => { ` + until + `
	const named = (text) => [...document.querySelectorAll("button")].find((e) => e.innerText.trim() === text);
	document.querySelector("#table-more").click();
	(await until(() => document.querySelector("#delete-table"))).click();
	(await until(() => named("Delete Movies"))).click() })()`

// told reads the message that was left behind.
const told = `(async () => { ` + until + `
	document.querySelector(".notice [aria-label='Close this message']").click();
	(await until(() => document.querySelector("#notices"))).click() })()`

// fed is a page whose server tells of requests, of which there were none, and of faults.
const fed = `(() => {
	globalThis.EventSource = class extends EventTarget { constructor() { super(); setTimeout(() => this.dispatchEvent(new Event("open"))) } close() {} };
	addEventListener("DOMContentLoaded", () => { document.querySelector("script").dataset.requests = "api/requests" });
	const real = fetch;
	globalThis.fetch = (to, ...how) => String(to.url ?? to).endsWith("/api/faults") ? Promise.resolve(new Response('{"rules":[{"rule":"lose 1/20 writes","seen":240,"faults":13},{"rule":"throttle 200/s","seen":1240,"faults":0}],"seed":1}')) : real(to, ...how) })()`

// pasted puts a text in the place of the filter.
func pasted(text string) string {
	return `(() => { const editor = document.querySelector("#editor .cm-content"), data = new DataTransfer();
	data.setData("text/plain", "` + text + `");
	editor.focus();
	editor.dispatchEvent(new KeyboardEvent("keydown", { key: "a", keyCode: 65, ctrlKey: true, bubbles: true, cancelable: true }));
	editor.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })) })()`
}

// collision is a file on its way into a table that is there, which nobody comes to without typing its name.
const collision = `(async () => { ` + until + `
	const files = new DataTransfer();
	files.items.add(new File(["PartitionKey,RowKey,Title\na,1,Alien\na,2,Heat\n"], "Movies.csv"));
	for (const type of ["dragenter", "dragover", "drop"]) document.body.dispatchEvent(new DragEvent(type, { dataTransfer: files, bubbles: true, cancelable: true }));
	await until(() => document.querySelector(".preview tbody tr"));
	const table = document.querySelector("#import-table");
	table.value = "Movies";
	table.dispatchEvent(new Event("input", { bubbles: true })) })()`

// dropped lets a file fall onto the page.
func dropped(name, text string) string {
	return `(() => { const files = new DataTransfer();
	files.items.add(new File(["` + text + `"], "` + name + `"));
	for (const type of ["dragenter", "dragover", "drop"]) document.body.dispatchEvent(new DragEvent(type, { dataTransfer: files, bubbles: true, cancelable: true })) })();`
}

// timeless hides what a plan tells of this machine: how long a request took, and at which port.
const timeless = `for (const e of [...document.querySelectorAll("#copyto-plan dt")].filter((e) => e.innerText === "Time").flatMap((e) => [e, e.nextElementSibling]).concat(document.querySelector("#copyto-plan p .dim"))) e.style.display = "none";`

// imported opens the lock of an account and drops a file on it, where one of its entities is different, and has it planned.
var imported = `(async () => { ` + until + `
	document.querySelector("#lock").click();
	(await until(() => document.querySelector("#unlock:not(:disabled)"))).click();
	await until(() => !document.querySelector("#dialog").open);
	` + dropped("Orders.csv", `PartitionKey,RowKey,Paid,Total\nada,2,false,20\nbob,4,false,45\nzoe,7,true,70\n`) + `
	(await until(() => document.querySelector("#import-start:not(:disabled)"))).click();
	await until(() => document.querySelector("#copyto-plan dt"));
	` + timeless + ` })()`

// deployed plans the first design of the lab for the account.
const deployed = `(async () => { ` + until + `
	document.querySelector("#dialog .closer").click();
	location.hash = "#v=1&screen=lab&t=Movies";
	(await until(() => !document.querySelector("#lab-stop") && document.querySelector("#lab-c0-1") && document.querySelector("#lab-more-1"))).click();
	(await until(() => document.querySelector("#lab-deploy-1:not(:disabled)"))).click();
	const to = await until(() => document.querySelector("#copyto-source"));
	to.value = "shop";
	to.dispatchEvent(new Event("change", { bubbles: true }));
	(await until(() => document.querySelector("#copyto-go:not(:disabled)"))).click();
	await until(() => document.querySelector("#copyto-plan dt"));
	` + timeless + ` })()`

const dialogOpen = `document.querySelector("#dialog").open`

// Screens are what is looked at, in every window size and theme.
func Screens() []Screen {
	return []Screen{
		{Name: "query"},
		{Name: "why", Address: "#v=1&t=Movies&f=PartitionKey%20eq%20'Action'%20and%20RowKey%20ge%20'Alien'%20and%20RowKey%20lt%20'Terminator'%20and%20Rating%20gt%204.0&why=1&run=1", Wait: `document.querySelector("#planstrip table")`},
		{Name: "refused", Address: "#v=1&t=Movies&f=PartitionKey%20%3D%3D%20'a'&run=1", Ready: `document.querySelector("#planstrip")?.innerText.toLowerCase().includes("refused") && document.querySelector(".main").innerText.includes("10,681 entities")`},
		{Name: "partitions", Address: "#v=1&screen=partitions&t=Movies", Wait: `document.querySelector("#partition-0") && !document.querySelector("#screen-partitions progress")`},
		{Name: "workload", Address: "#v=1&screen=workload&t=Movies", Ready: `document.querySelector("#work-sample")`, Do: `document.querySelector("#work-sample").click()`, Wait: `document.querySelector("#work-changes") && !document.querySelector("#work-stop")`, Few: true},
		{Name: "beside", Address: "#v=1&t=Movies&f=PartitionKey%20eq%20'Action'&beside=v%3D1%26t%3DMovies%26f%3DRating%2520gt%25204.0&run=1", Ready: rows, Wait: `document.querySelector("#beside-difference")?.innerText.includes("fewer")`, Few: true},
		{Name: "inspector", Ready: rows, Do: `document.querySelector("#grid .rf-row:not(.rf-free):not(.rf-loading) [role=gridcell]").dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", bubbles: true}))`, Wait: `document.querySelector("#inspector .advice-box")`},
		{Name: "history", Do: press("History…"), Wait: `(() => { document.querySelector("#history-clear:not(:disabled)")?.click(); return document.querySelector("#dialog").innerText.includes("No query was run yet") })()`, Few: true},
		{Name: "crash", Ready: rows, Do: `(() => { const e = new KeyboardEvent("keydown", {key: "a"}); Object.defineProperty(e, "target", {value: null}); dispatchEvent(e) })()`, Wait: `document.querySelector("dialog.crash")?.open`, Few: true},
		{Name: "cell", Address: short, Ready: rows, Do: typedWrong, Wait: `document.querySelector(".rf-wrong")`, Few: true},
		{Name: "pinned", Address: short, Ready: rows, Do: pinned, Wait: `document.querySelector("#grid .rf-pin2")`, Few: true},
		{Name: "progress", Before: kept, Ready: `document.querySelector("#lessons-all")`, Do: unfolded, Wait: `document.querySelector("#lessons-forget")`, Few: true},
		{Name: "forgotten", Before: kept, Address: "#v=1&lesson=four-classes", Ready: `document.querySelector("#lesson-forget")`, Do: `document.querySelector("#lesson-forget").click()`, Wait: `document.querySelector(".notice .btn") && document.querySelector(".predict.open")`, Few: true},
		{Name: "damaged", Before: damaged, Ready: `document.querySelector("#dialog .failure")`, Few: true},
		{Name: "silent", Before: silent, Address: "#v=1&a=shop&t=Orders", Ready: `document.querySelector(".sourcebar .btn")`, Few: true},
		{Name: "missing", Address: "#v=1&t=MyOrders&f=PartitionKey%20eq%20'C1'%20and%20RowKey%20ge%20'2026'", Ready: `document.querySelector(".blank")?.innerText.includes("MyOrders")`, Few: true},
		{Name: "no-table", Ready: rows, Do: noTable, Wait: `document.querySelector(".ways-in") && document.querySelector(".notice [aria-label^=Close]")`, Few: true, Then: []Screen{
			{Name: "notices", Do: told, Wait: `document.querySelector(".told li")`},
		}},
		{Name: "embed", Address: "?embed" + short, Ready: rows, Few: true},
		{Name: "class", Before: fed, Address: short, Ready: rows, Do: `document.querySelector("#class").click()`, Wait: `document.querySelector(".class-card")`, Few: true, Then: []Screen{
			{Name: "incomplete", Do: `document.querySelector("#class").click();` + pasted("PartitionKey eq 'Action' and Rating gt"), Wait: `!document.querySelector(".plan.earlier") && document.querySelector("#planstrip").innerText.includes("unfinished")` /* the plan before stays for 0.8 s only */},
			{Name: "sql", Do: pasted("SELECT TOP 10 * FROM Movies WHERE PartitionKey = 'Action' AND Rating > 4 ORDER BY Rating DESC"), Wait: `document.querySelector("#sql-take")`},
			{Name: "requests", Do: `document.querySelector("#requests").click()`, Wait: `document.querySelector("#requests-dock")`},
			{Name: "faults", Do: `document.querySelector("#tab-faults").click()`, Wait: `document.querySelector(".fault-counts")`},
			{Name: "collision", Do: collision, Wait: `document.querySelector("#import-into.advice-box")`},
		}},
		{Name: "importing", Ready: rows, Do: importing, Wait: `document.querySelector(".side .loading")?.innerText.includes("1,234,000")`, Few: true, Loads: true},
		{Name: "account", Shop: true, Address: "#v=1&a=shop&t=Orders&f=PartitionKey%20eq%20'ada'", Ready: `document.querySelector("#planstrip")?.innerText.toLowerCase().includes("row range")`, Do: `document.querySelector("#run").click()`, Wait: rows, Few: true, Then: []Screen{
			{Name: "import-there", Do: imported, Wait: `document.querySelector("#copyto-plan dt")`},
			{Name: "copy-conflict", Do: `document.querySelector("#copyto-plan details").open = true; document.querySelector("#copyto-plan .diffs button").click()`, Wait: `document.querySelector("#copyto-plan .versions")`},
			{Name: "deploy", Do: deployed, Wait: `document.querySelector("#copyto-plan dt")`},
		}},
		{Name: "lab", Address: "#v=1&screen=lab&t=Movies", Wait: `document.querySelector("#lab-c0-1") && !document.querySelector("#lab-stop")`},
		{Name: "simulator", Address: "#v=1&screen=simulator&t=Movies", Wait: `document.querySelector("#sim-start")`},
		{Name: "lesson", Address: "#v=1&lesson=four-classes", Ready: `document.querySelector("#lesson, .lesson")?.innerText.length > 200`},
		{Name: "palette", Do: `document.querySelector("#search").click()`, Wait: `document.querySelector("[role=listbox] [role=option]")`},
		{Name: "settings", Do: press("Settings"), Wait: dialogOpen},
		{Name: "export", Do: press("Export…"), Wait: dialogOpen},
	}
}
