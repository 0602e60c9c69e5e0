/**
 * Prints the size that each growing table has after five years with 50 changes and 4,000 checked files a day.
 * The bench fills a SQLite database with the rows of these years, copies it to PostgreSQL, and measures both.
 *
 *   npm run bench -- tables [--years 5]
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { copyDatabase } from '../src/app/copy-database.ts';
import { startPostgres } from '../test/support/postgres-process.ts';
import { fillLargeQueue } from './large-queue.ts';
import { rounded } from './report.ts';
import { temporaryDirectory } from './service.ts';

const [changesADay, filesADay, requestsADay] = [50, 4_000, 5];
/**
 * Number of models. A multiple of 97, because `fillLargeQueue` spreads the models over 97 authors and would
 * otherwise make more names than this. Small, so that most changes are updates.
 */
const models = 97 * 20;
/** Percentage of file checks whose verdict differs from the verdict of the check before. */
const otherVerdicts = 1;

/**
 * How to fill a table that `fillLargeQueue` leaves empty: how many rows it gets, and the SQL that makes each row
 * from `n`, which runs from 1 to `rows`.
 */
interface Filling {
  readonly rows: number;
  readonly sql: string;
}

const hex = (bytes: number) => `lower(hex(randomblob(${bytes})))`;
const base64 = (bytes: string) => `substr(hex(zeroblob(${bytes})), 1, (${bytes}) * 4 / 3)`;
const address = `'https://huggingface.co/author-' || (n % 97) || '/model-' || n || '/resolve/main/model-' || n || '.safetensors'`;

function fillings(years: number): Readonly<Record<string, Filling>> {
  const days = Math.round(years * 365);
  const changes = days * changesADay;
  return {
    apply_jobs: {
      rows: changes,
      sql: `select 'apply-' || n || '-' || ${hex(16)}, '[{"applied_change_ids":[' || n || '],"split":null}]', n`,
    },
    // One for each minute with a write; of one bit in the number of events there is one root.
    audit_checkpoints: {
      rows: changes * 3,
      sql: `select n, ${base64('32 * 9')}, ${base64('190')}, n`,
    },
    // A thousand of each account.
    inbox_entries: {
      rows: 40 * 1_000,
      sql: `select n, n, '1' || (n % 40), 'approved', 'requested', n, '2', 'anna#2', 'image_generation', 'author/model ' || n, 'update', null, n, null`,
    },
    file_addresses: {
      rows: filesADay,
      sql: `select ${address}, 1, '{"known":{"status":"there","host":"huggingface","size":' || n || ',"sha256":"' || ${hex(32)} || '","final_url":"' || ${address} || '","etag":"' || ${hex(16)} || '","seen_at":1700000000,"how":"repository"},"doubt":null,"failure":null,"checked_at":1700000000}', n, n, n, null, 0, n`,
    },
    file_verdicts: {
      rows: filesADay,
      sql: `select 'image_generation', 'author/model ' || n, 'config.download.0', ${address}, ${hex(32)}, 'verified', n, n`,
    },
    file_verdict_changes: {
      rows: (Math.min(days, 400) * filesADay * otherVerdicts) / 100,
      sql: `select n, n, 'image_generation', 'author/model ' || n, 'config.download.0', ${address}, 'verified', 'unreachable', null, 'the host did not answer within ten seconds'`,
    },
    usage_samples: {
      rows: Math.min(days, 366) * models,
      sql: `select 'text_generation', 'author/model ' || (n % ${models}), n / ${models}, n, n, n, n % 9`,
    },
    webhook_deliveries: {
      rows: Math.min(days, 30) * changesADay * 3,
      sql: `select n, 'https://hooks.example.org/modelref', 'delivered', 1, n, 200, null, n, n`,
    },
    model_requests: {
      rows: days * requestsADay,
      sql: `select n, 'text_generation', 'author/model ' || n, ${address}, 'It writes better than its ancestor does.', null, 'open', null, '1' || (n % 40), 'rita#11', n, null, null, null, null, null, null, 0, 3, 0, n`,
    },
    model_request_seconds: {
      rows: days * requestsADay * 3,
      sql: `select n / 3, '1' || n, 'rita#11', null, n`,
    },
    model_request_keys: { rows: days * requestsADay * 3, sql: `select 'author/model ' || n, n / 3` },
    model_request_steps: {
      rows: days * requestsADay * 4,
      sql: `select n, n / 4, 'second', n, '1' || n, 'rita#11', null, null`,
    },
    batch_messages: {
      rows: days,
      sql: `select 'https://discord.example/api/webhooks/1', n, '1' || (100000000000000000 + n), ${hex(32)}, null, 0, 'sent', 0, n, 200, null, n`,
    },
    bridge_records: {
      rows: models,
      sql: `select 'image', 'image_generation', 'author/model ' || n, hex(zeroblob(1000)), null, null, 0, 0`,
    },
  };
}

export async function benchTables(argv: string[]): Promise<unknown> {
  const { values } = parseArgs({ args: argv, options: { years: { type: 'string', default: '5' } } });
  const years = Number(values.years);
  const path = join(temporaryDirectory(), 'registry.db');
  await fillLargeQueue(path, Math.round(years * 365) * changesADay, models);
  const sqlite = fillRest(path, fillings(years));
  const postgres = await startPostgres();
  try {
    await copyDatabase(`sqlite:${path}`, postgres.url, () => {});
    const client = new pg.Client(postgres.url);
    await client.connect();
    const { rows } = await client.query<{ name: string; bytes: string }>(
      'select relname as name, pg_total_relation_size(relid) as bytes from pg_stat_user_tables',
    );
    await client.end();
    const onPostgres = new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
    const tables = sqlite.map(({ table, count, bytes }) => ({
      table,
      rows: count,
      'SQLite MB': rounded(bytes / 1e6),
      'PostgreSQL MB': rounded((onPostgres.get(table) ?? 0) / 1e6),
    }));
    console.table(tables);
    return { tables };
  } finally {
    await postgres.stop();
  }
}

/**
 * Fills the tables of `rest`. Then gives the tables of the whole database that have at least a hundred rows,
 * the largest first; `bytes` includes a table's indexes.
 */
function fillRest(path: string, rest: Readonly<Record<string, Filling>>) {
  const database = new Sqlite(path);
  try {
    database.pragma('synchronous = OFF');
    database.pragma('foreign_keys = OFF');
    for (const [table, { rows, sql }] of Object.entries(rest)) {
      const numbers = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${rows})`;
      database.exec(`insert into ${table} ${numbers} ${sql} from numbers`);
    }
    // What is stored with each proposal, and not by the filling of the queue.
    database.exec(`update pending_changes set payload_hash = ${hex(32)}, body_bytes = 2000`);
    const pages = database.prepare('select name, pgsize from dbstat where aggregate = true').raw().all();
    const sizes = new Map(pages as [string, number][]);
    const owners = database.prepare('select name, tbl_name from sqlite_master').raw().all();
    const parts = Map.groupBy(owners as [string, string][], ([, table]) => table);
    return [...parts]
      .map(([table, own]) => ({
        table,
        count: database.prepare(`select count(*) from "${table}"`).pluck().get() as number,
        bytes: own.reduce((sum, [name]) => sum + (sizes.get(name) ?? 0), 0),
      }))
      .filter(({ count }) => count >= 100)
      .sort((a, b) => b.bytes - a.bytes);
  } finally {
    database.close();
  }
}
