import { afterAll, describe } from 'vitest';
import { openStore, type StoreOptions } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { type Contents, type DatabaseName, databases, makeDatabase } from './make-database.ts';

export interface MakeStore {
  /** Opens a store on a new database without rows. The store and its database are gone after the suite. */
  (options?: StoreOptions): Promise<Store>;
  /**
   * Opens a further store on a database that `makeUrl` made; the store is closed after the suite at the
   * latest.
   */
  on(url: string, options?: StoreOptions): Promise<Store>;
}

/**
 * Makes a new database and returns its URL. By default it has tables without rows; with `nothing` it has no
 * tables. The database is removed after the suite.
 */
export type MakeUrl = (contents?: Contents) => Promise<string>;

/**
 * Runs a suite once for each database that the registry supports, or only for the one that `TEST_STORE`
 * names.
 */
export function forEachDatabase(
  suite: (database: DatabaseName, makeStore: MakeStore, makeUrl: MakeUrl) => void,
): void {
  for (const database of databases) onDatabase(database, suite);
}

/** Runs a suite for one database only; skips it if `TEST_STORE` names the other one. */
export function onDatabase(
  database: DatabaseName,
  suite: (database: DatabaseName, makeStore: MakeStore, makeUrl: MakeUrl) => void,
): void {
  describe.runIf(databases.includes(database))(`on ${database}`, () => {
    const undo: (() => Promise<unknown>)[] = [];
    afterAll(async () => {
      for (const step of undo.reverse()) await step();
    });
    const makeUrl: MakeUrl = async (contents) => {
      const { url, remove } = await makeDatabase(database, contents);
      undo.push(remove);
      return url;
    };
    const on: MakeStore['on'] = async (url, options) => {
      const store = await openStore(url, options);
      undo.push(() => store.close());
      return store;
    };
    const makeStore: MakeStore = Object.assign(
      async (options?: StoreOptions) => on(await makeUrl(), options),
      { on },
    );
    suite(database, makeStore, makeUrl);
  });
}
