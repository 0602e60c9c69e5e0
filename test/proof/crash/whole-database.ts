import Sqlite from 'better-sqlite3';
import { verifyStore } from '../../../src/modules/history/verify.ts';
import { openStore } from '../../../src/store/open.ts';

/**
 * Opens a database file as a start of the service does, and looks at all of it: SQLite's own check of every
 * page and index, and the registry's, which replays the audit trail and compares. Returns what is wrong.
 */
export async function wholeDatabase(file: string): Promise<string[]> {
  const store = await openStore(`sqlite:${file}`);
  let problems: string[];
  try {
    problems = (await verifyStore(store)).problems.map(({ text }) => text);
  } finally {
    await store.close();
  }
  const database = new Sqlite(file, { readonly: true });
  try {
    const pages = database.pragma('integrity_check', { simple: true });
    if (pages !== 'ok') problems.push(`integrity_check: ${pages}`);
    const broken = database.pragma('foreign_key_check') as unknown[];
    if (broken.length > 0) problems.push(`foreign_key_check: ${JSON.stringify(broken)}`);
  } finally {
    database.close();
  }
  return problems;
}
