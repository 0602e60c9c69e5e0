import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { RegistryError } from '../../kernel/errors.ts';
import { sameJson } from '../../kernel/same-json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import type { Store } from '../../store/store.ts';
import type { Tx, WriteTx } from '../../store/tx.ts';
import type { AppendEvents } from '../audit/index.ts';
import { counterStore } from '../counters/index.ts';
import { type GroupEntries, type GroupEntryKind, groupEvent } from './group-event.ts';
import { entryTables } from './store.ts';

export interface EntryWrite<Kind extends GroupEntryKind> {
  readonly kind: Kind;
  readonly name: string;
  readonly caller: Caller;
  /** What the entry becomes; null: there is none. Refuses by throwing. */
  readonly next: (
    current: GroupEntries[Kind] | null,
    reader: Tx,
  ) => GroupEntries[Kind] | null | Promise<GroupEntries[Kind] | null>;
  /** Says in a sentence which entry holds the name that a constraint refused; null when none does. */
  readonly holder?: (entry: GroupEntries[Kind], reader: Tx) => Promise<string | null>;
}

export type WriteEntry = ReturnType<typeof createEntryWrites>;

/**
 * Writes one entry in one transaction, with its audit event; gives the entry as it is then. What changes
 * nothing is not a write: it leaves no event. Once it resolves, readers of this process see the entry.
 *
 * @param afterCommit is called after every commit that has written something
 */
export function createEntryWrites({
  store,
  clock,
  settings,
  append,
  afterCommit,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly settings: { readonly canonicalFormat: CanonicalFormat };
  readonly append: AppendEvents;
  readonly afterCommit: () => Promise<void>;
}) {
  return async <Kind extends GroupEntryKind>({
    kind,
    name,
    caller,
    next,
    holder,
  }: EntryWrite<Kind>): Promise<GroupEntries[Kind] | null> => {
    const { entry, written } = await store.write(async (writer) => {
      const before = await entryTables[kind].read(writer, name);
      const after = await next(before, writer);
      if (sameJson(before ?? undefined, after ?? undefined)) return { entry: before, written: false };
      if (after === null) await entryTables[kind].remove(writer, name);
      else await put(writer, kind, after, holder);
      const act = { domain: settings.canonicalFormat, now: clock.now(), actor: caller };
      await append(writer, [groupEvent({ kind, name, before, after }, act)]);
      await counterStore(writer).next('groups');
      return { entry: after, written: true };
    }, caller.deadline);
    if (written) await afterCommit();
    return entry;
  };
}

/** The database's constraints decide who holds what. They do not say who does, so that is looked up. */
async function put<Kind extends GroupEntryKind>(
  writer: WriteTx,
  kind: Kind,
  entry: GroupEntries[Kind],
  holder: EntryWrite<Kind>['holder'],
): Promise<void> {
  try {
    await writer.savepoint(() => entryTables[kind].put(writer, entry));
  } catch (error) {
    if (!(error instanceof RegistryError) || error.code !== 'conflict') throw error;
    const held = await holder?.(entry, writer);
    throw held ? new RegistryError('conflict', held, { cause: error }) : error;
  }
}
