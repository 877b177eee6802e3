// What the scripts share: what they are given, and running their checks. Nothing is printed unless a check fails.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

// url is that of the account; keys are hostile keys, the empty one among them; cosmos says that it behaves as Azure Cosmos DB for Table.
export const { url, account, key, keys, cosmos } = JSON.parse(readFileSync(0, "utf8"));

// lacking are checks of what Azure Cosmos DB for Table does not have.
const lacking = ["properties", "signatures"];

// settled brings what was listed into the order of keys where the service promises none.
export function settled(list) {
  const place = (e) => [e.partitionKey ?? e.PartitionKey?._, e.rowKey ?? e.RowKey?._].map((k) => k ?? "");
  const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  return cosmos ? list.toSorted((a, b) => compare(place(a)[0], place(b)[0]) || compare(place(a)[1], place(b)[1])) : list;
}

// run does the checks one after the other, by name.
export async function run(checks) {
  for (const [name, check] of Object.entries(checks)) {
    if (cosmos && lacking.includes(name)) continue;
    try {
      await check();
    } catch (e) {
      console.error(`${name}: ${e.stack}`);
      process.exitCode = 1;
    }
  }
}

// refused checks that a call is refused with a status and a code.
export async function refused(promise, status, code) {
  let error;
  try {
    await promise;
  } catch (e) {
    error = e;
  }
  assert.ok(error, `not refused, want ${status} ${code}`);
  const got = error.code ?? error.details?.odataError?.code ?? error.details?.code;
  assert.equal(`${error.statusCode} ${got}`, `${status} ${code}`, error.stack);
  return error;
}

// partner returns the PartitionKey that goes with a hostile RowKey.
export const partner = (i) => keys[(i * 7 + 3) % keys.length];

export const refusedKeys = ["a/b", "a\\b", "a#b", "a?b", "a\u0000", "\t", "\u007f", "\u0085"];
