// Sends a file of entities to a table as a plain script does, by transactions of 100 with the official client, so many at a time.
//
//	TABLES_KEY=… node deliver.mjs ENDPOINT TABLE FILE AT-ONCE
//
// Prints the milliseconds from the first request to the last answer.
import { readFileSync } from "node:fs";
import { AzureNamedKeyCredential, TableClient } from "@azure/data-tables";

const [endpoint, table, file, atOnce] = process.argv.slice(2);
const transactions = [];
for (const line of readFileSync(file, "utf8").trimEnd().split("\n")) {
	const { PartitionKey: partitionKey, RowKey: rowKey, ...properties } = JSON.parse(line);
	const last = transactions.at(-1);
	const action = ["create", { partitionKey, rowKey, ...properties }];
	if (last && last.length < 100 && last[0][1].partitionKey === partitionKey) {
		last.push(action);
	} else {
		transactions.push([action]);
	}
}
const client = new TableClient(endpoint, table, new AzureNamedKeyCredential("devstoreaccount1", process.env.TABLES_KEY), { allowInsecureConnection: true });
const begin = performance.now();
await client.createTable();
let next = 0;
await Promise.all(Array.from({ length: Number(atOnce) }, async () => {
	while (next < transactions.length) {
		await client.submitTransaction(transactions[next++]);
	}
}));
console.log(performance.now() - begin);
