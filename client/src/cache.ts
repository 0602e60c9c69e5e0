/**
 * A store for the last good copies of the registry's responses, as strings. Never throws: `get` returns null
 * for a missing or unreadable copy, and `set` returns the error when a copy cannot be written.
 */
export interface Cache {
  get(key: string): Promise<string | null>;
  // biome-ignore lint/suspicious/noConfusingVoidType: caches that cannot fail return nothing.
  set(key: string, value: string): Promise<Error | undefined | void>;
}

/** Stores copies in memory, for the lifetime of the process or the page. */
export function memoryCache(): Cache {
  const copies = new Map<string, string>();
  return {
    get: async (key) => copies.get(key) ?? null,
    set: async (key, value) => void copies.set(key, value),
  };
}

/**
 * The members of `IDBRequest` that this module uses, declared here because platforms without IndexedDB have no
 * types for them.
 */
interface Request<T> {
  result: T;
  error: unknown;
  onsuccess: (() => void) | null;
  onerror: (() => void) | null;
}
interface Database {
  createObjectStore(name: string): unknown;
  transaction(
    store: string,
    mode: 'readonly' | 'readwrite',
  ): {
    objectStore(name: string): {
      get(key: string): Request<unknown>;
      put(value: string, key: string): Request<unknown>;
    };
  };
}
interface OpenRequest extends Request<Database> {
  onupgradeneeded: (() => void) | null;
}

/**
 * Stores copies in the browser's IndexedDB `name`, for the page's origin. Stores nothing if the browser has
 * no IndexedDB, or if its storage is full.
 */
export function browserCache(name = 'modelref'): Cache {
  const table = 'copies';
  const factory = (globalThis as { indexedDB?: { open(name: string, version: number): unknown } }).indexedDB;
  const awaitRequest = <T>(request: Request<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  let database: Promise<Database> | undefined;
  const openDatabase = (): Promise<Database> => {
    if (!factory) throw new Error('no IndexedDB');
    const openRequest = factory.open(name, 1) as OpenRequest;
    openRequest.onupgradeneeded = () => openRequest.result.createObjectStore(table);
    return awaitRequest(openRequest);
  };
  const run = async <T>(
    mode: 'readonly' | 'readwrite',
    work: (store: ReturnType<ReturnType<Database['transaction']>['objectStore']>) => Request<T>,
  ): Promise<T | null> => {
    try {
      database ??= openDatabase();
      return await awaitRequest(work((await database).transaction(table, mode).objectStore(table)));
    } catch {
      return null;
    }
  };
  return {
    get: async (key) => {
      const value = await run('readonly', (store) => store.get(key));
      return typeof value === 'string' ? value : null;
    },
    set: async (key, value) =>
      (await run('readwrite', (store) => store.put(value, key))) === null
        ? new Error(`The IndexedDB ${name} cannot be written.`)
        : undefined,
  };
}
