import type { ApiError } from '#client';
import type { Baseline, BaselineChange, BaselineRecord } from '../../api/baseline-change-sets.ts';
import { capabilityKeys, defaultPolicy, policyKeys } from '../../parts/baseline-words.ts';

/** A change of one baseline in the form. */
export interface DraftChange {
  /** Identifies the change in the form; a new baseline has no name yet. */
  readonly id: number;
  readonly deletes: boolean;
  readonly record: BaselineRecord;
  /** The baseline as it was loaded; null for a new one. */
  readonly before: Baseline | null;
}

const blank: BaselineRecord = {
  name: '',
  display_name: null,
  native_resolution: null,
  alternative_names: [],
  capabilities: {
    controlnet: false,
    controlnet_types_unavailable: [],
    transparent: false,
    qr_code: false,
    remix: false,
    flow_matching: false,
  },
  horde_policy: defaultPolicy,
};

/**
 * Creates a change of the baseline `before`. If that is null, creates a change that adds a baseline with the
 * default values.
 */
export function draftChange(id: number, before: Baseline | null, deletes = false): DraftChange {
  const { metadata: _, ...record } = before ?? { ...blank, metadata: null };
  return { id, deletes, record, before };
}

/** Creates a form change from a change of a proposed change set. */
export function draftOf(id: number, { record, expected_before: before }: BaselineChange): DraftChange {
  const start = draftChange(id, before, record === null);
  return record === null ? start : { ...start, record };
}

/** Returns the change to send. `expected_before` is the baseline as it was loaded. */
export function changeOf({ deletes, record, before }: DraftChange): BaselineChange {
  return {
    operation: deletes ? 'delete' : 'upsert',
    name: record.name,
    record: deletes ? null : record,
    expected_before: before,
  };
}

/**
 * Rebases a change on the current baseline: keeps the edits of the form, and takes all other values from the
 * current baseline. If the baseline was deleted, the change re-creates it.
 */
export function rebased({ before, record, ...change }: DraftChange, now: Baseline | null): DraftChange {
  if (now === null) return { ...change, deletes: false, record, before: null };
  if (before === null) return { ...change, record, before: now };
  const merge = <Whole extends object>(old: Whole, edited: Whole, live: Whole, keys: (keyof Whole)[]) =>
    Object.fromEntries(
      keys.map((key) => [key, same(old[key], edited[key]) ? live[key] : edited[key]]),
    ) as unknown as Whole;
  const merged: BaselineRecord = {
    ...merge<BaselineRecord>(before, record, now, [
      'name',
      'display_name',
      'native_resolution',
      'alternative_names',
    ]),
    capabilities: merge(before.capabilities, record.capabilities, now.capabilities, [
      ...capabilityKeys,
      'controlnet_types_unavailable',
    ]),
    horde_policy: merge(before.horde_policy, record.horde_policy, now.horde_policy, policyKeys),
  };
  return { ...change, record: merged, before: now };
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Returns whether the form leaves the baseline unchanged. */
export function isUnchanged({ deletes, record, before }: DraftChange): boolean {
  if (deletes || before === null) return false;
  return same(record, draftChange(0, before).record);
}

/** The messages of a refusal, by the form control that shows them. */
export interface PlacedRefusal {
  readonly title: string | undefined;
  /**
   * The messages by change id and path, such as `horde_policy.kudos`; the empty path is the change itself.
   */
  readonly changes: ReadonlyMap<number, ReadonlyMap<string, string>>;
  /** The ids of the changes whose baseline was changed after it was loaded. */
  readonly stale: ReadonlySet<number>;
  /** The messages without a form control. */
  readonly elsewhere: readonly string[];
}

type Refusal = Pick<ApiError, 'status' | 'message' | 'problems'>;

/**
 * Assigns each message of a refusal to its change and field.
 * @param sent the sent changes, in their order
 */
export function placedRefusal(
  { status, message, problems }: Refusal,
  sent: readonly DraftChange[],
): PlacedRefusal {
  const changes = new Map<number, Map<string, string>>();
  const stale = new Set<number>();
  const elsewhere: string[] = [];
  let title: string | undefined;
  const put = (id: number, path: string, text: string) => {
    const own = changes.get(id) ?? new Map<string, string>();
    own.set(path, own.has(path) ? `${own.get(path)}; ${text}` : text);
    changes.set(id, own);
  };
  for (const { loc, msg } of problems) {
    const [, part, at, inside, ...path] = loc;
    if (part === 'title') title = msg;
    const draft = part === 'changes' ? sent[Number(at)] : undefined;
    if (draft) {
      const isField = inside === 'record' || inside === 'name';
      put(draft.id, isField ? fieldOf(inside === 'name' ? ['name'] : path) : '', msg);
    } else if (part !== 'title') elsewhere.push(msg);
  }
  if (problems.length > 0) return { title, changes, stale, elsewhere };
  const about = changeNamedIn(message, sent);
  if (about === undefined) elsewhere.push(message);
  else if (status === 409) {
    stale.add(about.id);
    put(about.id, '', message);
  } else put(about.id, message.startsWith('The alternative name') ? 'alternative_names' : '', message);
  return { title, changes, stale, elsewhere };
}

/** Returns the form control for a path in a record: a list's control for its items. */
function fieldOf(path: readonly (string | number)[]): string {
  return path.filter((step) => typeof step === 'string').join('.');
}

/** Returns the change whose baseline a message names first, as in `Baseline 'x' cannot be deleted`. */
function changeNamedIn(message: string, sent: readonly DraftChange[]): DraftChange | undefined {
  const named = [...message.matchAll(/baseline '([^']*)'/gi)].map(([, name]) => name);
  return named.map((name) => sent.find(({ record }) => record.name === name)).find((each) => each);
}
