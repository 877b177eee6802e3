// SQLite's side: the official build in a worker, a database in memory, the table of the figures.
import init from "./sqlite/index.mjs";

let sqlite3, db;
let file, insertOne; // of the figures of keeping
const tables = {}; // rows by table name
let sorted; // objects in key order

// next is the generator that both sides draw their values from (Numerical Recipes' LCG).
const next = (x) => (Math.imul(x, 1664525) + 1013904223) >>> 0;
const key = (letter, n) => letter + String(n).padStart(4, "0");

const steps = {
  async open() {
    sqlite3 = await init({ print: () => {}, printErr: (s) => console.error(s) });
    db = new sqlite3.oo1.DB(":memory:", "c");
    return { version: sqlite3.version.libVersion };
  },

  // load fills a table of partitions × rows and answers how long it took.
  load({ table, partitions, rows }) {
    db.exec(`create table ${table} (pk text not null, rk text not null, n integer, d real, s text, b integer, primary key (pk, rk)) without rowid`);
    const begin = performance.now();
    db.exec("begin");
    const insert = db.prepare(`insert into ${table} values (?, ?, ?, ?, ?, ?)`);
    let x = 1;
    for (let p = 0; p < partitions; p++) {
      const pk = key("p", p);
      for (let r = 0; r < rows; r++) {
        x = next(x);
        insert.bind([pk, key("r", r), (x >>> 16) % 1000, x / 4294967296, "abcdefghijkl" + x.toString(16).padStart(8, "0"), x >>> 31]);
        insert.stepReset();
      }
    }
    insert.finalize();
    db.exec("commit");
    const ms = performance.now() - begin;
    tables[table] = { partitions, rows };
    return { ms };
  },

  drop({ table }) {
    db.exec(`drop table ${table}`);
    return {};
  },

  // scan counts what a filter accepts in the whole table, from the same statement times times.
  scan({ table, where, times }) {
    const s = db.prepare(`select count(*) from ${table} where ${where}`);
    const ms = [];
    let found = 0;
    for (let i = 0; i < times; i++) {
      const begin = performance.now();
      s.step();
      found = s.getInt(0);
      s.reset();
      ms.push(performance.now() - begin);
    }
    s.finalize();
    return { ms, found };
  },

  // array counts in an array of objects in key order, which is what a page has that needs no database.
  array({ table, below, times }) {
    if (!sorted) {
      const { partitions, rows } = tables[table];
      sorted = [];
      let x = 1;
      for (let p = 0; p < partitions; p++) {
        const pk = key("p", p);
        for (let r = 0; r < rows; r++) {
          x = next(x);
          sorted.push({ pk, rk: key("r", r), n: (x >>> 16) % 1000, d: x / 4294967296, s: "abcdefghijkl" + x.toString(16).padStart(8, "0"), b: x >>> 31 === 1 });
        }
      }
    }
    const ms = [];
    let found = 0;
    for (let i = 0; i < times; i++) {
      const begin = performance.now();
      found = 0;
      for (let k = 0; k < sorted.length; k++) if (sorted[k].n < below) found++;
      ms.push(performance.now() - begin);
    }
    return { ms, found };
  },

  // point reads whole rows by key, as objects, at pseudo-random keys; the answer is one mean per round.
  point({ table, count, rounds }) {
    const { partitions, rows } = tables[table];
    const s = db.prepare(`select * from ${table} where pk = ? and rk = ?`);
    const ms = [];
    let x = 7, found = 0;
    for (let k = 0; k < rounds; k++) {
      const keys = [];
      for (let i = 0; i < count; i++) {
        x = next(x);
        const p = (x >>> 8) % partitions;
        x = next(x);
        keys.push([key("p", p), key("r", (x >>> 8) % rows)]);
      }
      const begin = performance.now();
      for (const k of keys) {
        s.bind(k);
        if (s.step()) {
          const o = s.get({});
          found += o.n >= 0 ? 1 : 0;
        }
        s.reset();
      }
      ms.push((performance.now() - begin) / count);
    }
    s.finalize();
    return { ms, found };
  },

  // point-text does the same from the query's text, parsed anew each time.
  "point-text"({ table, count, rounds }) {
    const { partitions, rows } = tables[table];
    const ms = [];
    let x = 7, found = 0;
    for (let k = 0; k < rounds; k++) {
      const queries = [];
      for (let i = 0; i < count; i++) {
        x = next(x);
        const p = (x >>> 8) % partitions;
        x = next(x);
        queries.push(`select * from ${table} where pk = '${key("p", p)}' and rk = '${key("r", (x >>> 8) % rows)}'`);
      }
      const begin = performance.now();
      for (const q of queries) {
        const s = db.prepare(q);
        if (s.step()) {
          const o = s.get({});
          found += o.n >= 0 ? 1 : 0;
        }
        s.finalize();
      }
      ms.push((performance.now() - begin) / count);
    }
    return { ms, found };
  },

  // range reads rows as objects between two keys of the clustered index.
  range({ table, where, times }) {
    const s = db.prepare(`select * from ${table} where ${where}`);
    const ms = [];
    let found = 0;
    for (let i = 0; i < times; i++) {
      const begin = performance.now();
      const objects = [];
      while (s.step()) objects.push(s.get({}));
      s.reset();
      ms.push(performance.now() - begin);
      found = objects.length;
    }
    s.finalize();
    return { ms, found };
  },

  // keep-open makes a database in the origin's private file system, flushed at each commit.
  async "keep-open"() {
    const pool = await sqlite3.installOpfsSAHPoolVfs({ clearOnInit: true });
    file = new pool.OpfsSAHPoolDb("/kept.db");
    file.exec("pragma locking_mode = exclusive");
    file.exec("pragma journal_mode = wal");
    file.exec("pragma synchronous = full");
    for (const table of ["inserts", "kept"]) {
      file.exec(`create table ${table} (pk text not null, rk text not null, n integer, d real, s text, b integer, primary key (pk, rk)) without rowid`);
    }
    insertOne = file.prepare("insert into inserts values (?, ?, ?, ?, ?, ?)");
    return { version: sqlite3.version.libVersion, journal: file.selectValue("pragma journal_mode") };
  },

  "keep-insert"({ i }) {
    insertOne.bind(["p" + (i >> 10), "r" + i, i % 1000, i / 7, "abcdefghijkl" + String(i).padStart(8, "0"), 1]);
    insertOne.stepReset();
    return {};
  },

  // keep-import reads the file line by line, a thousand a transaction.
  async "keep-import"() {
    const blob = await (await fetch("kept.ndjson")).blob();
    const begin = performance.now();
    const insert = file.prepare("insert into kept values (?, ?, ?, ?, ?, ?)");
    let rest = "", count = 0;
    file.exec("begin");
    const take = (line) => {
      const o = JSON.parse(line);
      insert.bind([o.PartitionKey, o.RowKey, o.N, o.D, o.S, o.B ? 1 : 0]);
      insert.stepReset();
      if (++count % 1000 === 0) file.exec("commit; begin");
    };
    for await (const text of blob.stream().pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop();
      for (const line of lines) take(line);
    }
    if (rest) take(rest);
    file.exec("commit");
    insert.finalize();
    return { ms: performance.now() - begin, count };
  },

  memory() {
    const one = (q) => db.selectValue(q);
    return {
      live: one("pragma page_count") * one("pragma page_size") - one("pragma freelist_count") * one("pragma page_size"),
      linear: sqlite3.wasm.heap8u().buffer.byteLength,
    };
  },
};

onmessage = async ({ data: { id, step, arg } }) => {
  try {
    postMessage({ id, answer: await steps[step](arg) });
  } catch (e) {
    postMessage({ id, error: String((e && e.message) || e) });
  }
};
