// node get.mjs URL TABLE LEVEL: prints the service's own answer to a GET of the table, with that level of metadata.
import { generateTableSas } from "@azure/data-tables";
import { credential } from "./client.mjs";

const [url, name, level] = process.argv.slice(2);
const signature = generateTableSas(name, credential, { permissions: { query: true }, expiresOn: new Date(Date.now() + 600_000) });
const response = await fetch(`${url}/${name}()?${signature}`, { headers: { Accept: `application/json;odata=${level}` } });
const text = await response.text();
if (!response.ok || response.headers.has("x-ms-continuation-NextPartitionKey")) throw new Error(`${response.status} ${text}`);
process.stdout.write(text);
