import type { ReadsFirst, Store } from '../../src/services/ports/store/store.ts';

/** A store that keeps what each write names as its first reads. */
export function readsNamed(store: Store): { store: Store; named: (ReadsFirst | undefined)[] } {
  const named: (ReadsFirst | undefined)[] = [];
  return {
    named,
    store: {
      ...store,
      write: (work, deadline, readsFirst) => {
        named.push(readsFirst);
        return store.write(work, deadline, readsFirst);
      },
    },
  };
}
