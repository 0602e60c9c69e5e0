import { RegistryError } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { sameJson } from '../../kernel/same-json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { checkName } from '../../records/model-name.ts';
import type { Tx, WriteTx } from '../../store/tx.ts';
import type { NewAuditEvent } from '../audit/index.ts';
import { counterStore } from '../counters/index.ts';
import {
  aliasStore,
  entryTables,
  familyStore,
  type GroupEntries,
  type GroupEntryKind,
  groupEvent,
} from '../names/index.ts';
import type { SourceGroupEntry, SourceProblem } from './reference-source.ts';

type Entry = GroupEntries[GroupEntryKind];

export interface GroupEntryImport {
  readonly kind: GroupEntryKind;
  readonly name: string;
  readonly before: Entry | null;
  readonly after: Entry;
}

export interface GroupPlan {
  readonly writes: GroupEntryImport[];
  readonly unchanged: number;
  readonly problems: SourceProblem[];
}

/**
 * Compares the group entries of the files with the stored ones, and plans which are written. An entry gets a
 * problem instead when another entry would have one of its aliases or members too, or a name is not allowed.
 */
export async function planGroups(reader: Tx, entries: readonly SourceGroupEntry[]): Promise<GroupPlan> {
  const plan = { writes: [] as GroupEntryImport[], unchanged: 0, problems: [] as SourceProblem[] };
  const claimed = new Map<string, string>();
  const imported = new Map(entries.map(({ kind, name, entry }) => [keyOf(kind, name), entry]));
  /**
   * Whether the import takes the alias or member `held` out of the entry `holder`, which has it now. Another
   * entry may then get it.
   */
  const releases = (kind: GroupEntryKind, holder: string, held: string) => {
    const next = imported.get(keyOf(kind, holder));
    return next !== undefined && !heldNames(next).includes(held);
  };
  for (const { file, kind, name, entry } of entries) {
    const before = await entryTables[kind].read(reader, name);
    const reason =
      (await refusal(reader, kind, name, entry, releases)) ?? claimedTwice(claimed, kind, name, entry);
    if (reason !== null) plan.problems.push({ file, name, reason });
    else if (sameJson(asJson(before), asJson(entry))) plan.unchanged += 1;
    else plan.writes.push({ kind, name, before, after: entry });
  }
  return plan;
}

export async function writeGroups(
  writer: WriteTx,
  writes: readonly GroupEntryImport[],
  act: { readonly domain: CanonicalFormat; readonly now: number; readonly userId: string },
): Promise<NewAuditEvent[]> {
  // Removals first, so that a name can move from one entry to another.
  for (const { kind, name, before } of writes) if (before) await entryTables[kind].remove(writer, name);
  for (const { kind, after } of writes) await put(writer, kind, after);
  if (writes.length > 0) await counterStore(writer).next('groups');
  const actor = { userId: act.userId, username: act.userId };
  return writes.map((write) => groupEvent(write, { domain: act.domain, now: act.now, actor }));
}

/**
 * Stores an entry of the given kind. The compiler does not see that `kind` determines the entry's type: hence
 * the cast.
 */
function put(writer: WriteTx, kind: GroupEntryKind, entry: Entry): Promise<void> {
  return entryTables[kind].put(writer, entry as never);
}

type Releases = (kind: GroupEntryKind, holder: string, held: string) => boolean;

function keyOf(kind: GroupEntryKind, name: string): string {
  return `${kind} ${name}`;
}

/** Gives the aliases or members of an entry. No two entries of a kind may share one. */
function heldNames(entry: Entry): readonly string[] {
  if ('aliases' in entry) return entry.aliases;
  return 'members' in entry ? entry.members : [];
}

async function refusal(
  reader: Tx,
  kind: GroupEntryKind,
  name: string,
  entry: Entry,
  releases: Releases,
): Promise<string | null> {
  try {
    checkName(kind === 'family' ? 'Family name' : 'Group name', name);
    for (const held of heldNames(entry)) checkName('Group name', held);
  } catch (error) {
    if (error instanceof RegistryError) return error.message;
    throw error;
  }
  if (kind === 'name_schema') return null;
  const table = kind === 'alias' ? aliasStore(reader) : familyStore(reader);
  for (const held of heldNames(entry)) {
    if (kind === 'alias' && held === name) return `Canonical name '${name}' cannot be its own alias`;
    const holder = await table.holder(held);
    if (holder !== null && holder !== name && !releases(kind, holder, held))
      return `'${held}' belongs to '${holder}' already`;
  }
  return null;
}

function claimedTwice(
  claimed: Map<string, string>,
  kind: GroupEntryKind,
  name: string,
  entry: Entry,
): string | null {
  for (const held of heldNames(entry)) {
    const key = keyOf(kind, held);
    const holder = claimed.get(key);
    if (holder !== undefined && holder !== name) return `'${held}' belongs to '${holder}' in the same import`;
    claimed.set(key, name);
  }
  return null;
}

function asJson(entry: Entry | null): JsonObject | undefined {
  return entry === null ? undefined : { ...entry };
}
