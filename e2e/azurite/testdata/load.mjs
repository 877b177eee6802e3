// node load.mjs URL TABLE FORMAT < FILE: loads a file that we exported, as a program that uses the client does.
import { readFileSync } from "node:fs";
import { insertAll, table } from "./client.mjs";

const [url, name, format] = process.argv.slice(2);
const text = readFileSync(0, "utf8");

// parse reads JSON but keeps numbers with a point or an exponent as { double: text }: JSON.parse would make 10 of 10.0.
const parse = (json) =>
  JSON.parse(json.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g, (token) =>
    token[0] === '"' || /^-?\d+$/.test(token) ? token : `{"double":"${token}"}`));

const kinds = { string: "String", number: "Int32", boolean: "Boolean", object: "Double" };

// typed turns an annotated object into the client's entity; every value has its type.
function typed(object) {
  const entity = { partitionKey: object.PartitionKey, rowKey: object.RowKey };
  for (const [name, value] of Object.entries(object)) {
    if (name.includes("@") || name.startsWith("odata.") || ["PartitionKey", "RowKey", "Timestamp"].includes(name)) continue;
    const type = object[`${name}@odata.type`];
    entity[name] = { value: value.double ?? value, type: type ? type.replace("Edm.", "") : kinds[typeof value] };
  }
  return entity;
}

// rows splits a CSV file of RFC 4180 into rows of cells.
function rows(csv) {
  const all = [];
  let row = [];
  for (const [, quoted, bare, end] of csv.replace(/^\ufeff/, "").matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    row.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    if (row.length > 1) all.push(row);
    row = [];
  }
  return all;
}

// fromCSV turns a row of typed CSV into the client's entity.
function fromCSV(header, row) {
  const entity = { partitionKey: row[header.indexOf("PartitionKey")], rowKey: row[header.indexOf("RowKey")] };
  header.forEach((column, i) => {
    const type = row[header.indexOf(`${column}@type`)];
    if (type) entity[column] = { value: row[i], type: type.replace("Edm.", "") };
  });
  return entity;
}

const read = {
  odata: () => parse(text).value.map(typed),
  ndjson: () => text.split("\n").filter(Boolean).map((line) => typed(parse(line))),
  csv: () => {
    const [header, ...rest] = rows(text);
    return rest.map((row) => fromCSV(header, row));
  },
};

await insertAll(table(url, name), read[format]());
