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
export function createDraftChange(id: number, before: Baseline | null, deletes = false): DraftChange {
  const { metadata: _, ...record } = before ?? { ...blank, metadata: null };
  return { id, deletes, record, before };
}

/** Converts a change of a proposed change set to a change of the form. `id` identifies it in the form. */
export function createFormChange(
  id: number,
  { record, expected_before: before }: BaselineChange,
): DraftChange {
  const formChange = createDraftChange(id, before, record === null);
  return record === null ? formChange : { ...formChange, record };
}

/** Returns the change to send. `expected_before` is the baseline as it was loaded. */
export function createSentChange({ deletes, record, before }: DraftChange): BaselineChange {
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
export function rebaseChange(
  { before, record, ...change }: DraftChange,
  liveBaseline: Baseline | null,
): DraftChange {
  if (liveBaseline === null) return { ...change, deletes: false, record, before: null };
  if (before === null) return { ...change, record, before: liveBaseline };
  const merge = <Whole extends object>(loaded: Whole, edited: Whole, live: Whole, keys: (keyof Whole)[]) =>
    Object.fromEntries(
      keys.map((key) => [key, isSameJson(loaded[key], edited[key]) ? live[key] : edited[key]]),
    ) as unknown as Whole;
  const merged: BaselineRecord = {
    ...merge<BaselineRecord>(before, record, liveBaseline, [
      'name',
      'display_name',
      'native_resolution',
      'alternative_names',
    ]),
    capabilities: merge(before.capabilities, record.capabilities, liveBaseline.capabilities, [
      ...capabilityKeys,
      'controlnet_types_unavailable',
    ]),
    horde_policy: merge(before.horde_policy, record.horde_policy, liveBaseline.horde_policy, policyKeys),
  };
  return { ...change, record: merged, before: liveBaseline };
}

const isSameJson = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Returns whether the form leaves the baseline unchanged. */
export function isUnchanged({ deletes, record, before }: DraftChange): boolean {
  if (deletes || before === null) return false;
  return isSameJson(record, createDraftChange(0, before).record);
}

/** The messages of a refusal, by the form control that shows them. */
export interface RefusalMessages {
  readonly title: string | undefined;
  /**
   * The messages by change id and path, such as `horde_policy.kudos`; the empty path is the change itself.
   */
  readonly changes: ReadonlyMap<number, ReadonlyMap<string, string>>;
  /** The ids of the changes whose baseline was changed after it was loaded. */
  readonly staleChangeIds: ReadonlySet<number>;
  /** The messages without a form control. */
  readonly otherMessages: readonly string[];
}

type Refusal = Pick<ApiError, 'status' | 'message' | 'problems'>;

/**
 * Assigns each message of a refusal to its change and field.
 * @param sentChanges the sent changes, in their order
 */
export function assignRefusalMessages(
  { status, message, problems }: Refusal,
  sentChanges: readonly DraftChange[],
): RefusalMessages {
  const messagesByChange = new Map<number, Map<string, string>>();
  const staleChangeIds = new Set<number>();
  const otherMessages: string[] = [];
  let title: string | undefined;
  const addMessage = (id: number, path: string, text: string) => {
    const messages = messagesByChange.get(id) ?? new Map<string, string>();
    messages.set(path, messages.has(path) ? `${messages.get(path)}; ${text}` : text);
    messagesByChange.set(id, messages);
  };
  for (const { loc, msg } of problems) {
    const [, part, index, member, ...path] = loc;
    if (part === 'title') title = msg;
    const draft = part === 'changes' ? sentChanges[Number(index)] : undefined;
    if (draft) {
      const isField = member === 'record' || member === 'name';
      addMessage(draft.id, isField ? controlPath(member === 'name' ? ['name'] : path) : '', msg);
    } else if (part !== 'title') otherMessages.push(msg);
  }
  if (problems.length > 0)
    return { title, changes: messagesByChange, staleChangeIds: staleChangeIds, otherMessages: otherMessages };
  const namedChange = findNamedChange(message, sentChanges);
  if (namedChange === undefined) otherMessages.push(message);
  else if (status === 409) {
    staleChangeIds.add(namedChange.id);
    addMessage(namedChange.id, '', message);
  } else
    addMessage(
      namedChange.id,
      message.startsWith('The alternative name') ? 'alternative_names' : '',
      message,
    );
  return { title, changes: messagesByChange, staleChangeIds: staleChangeIds, otherMessages: otherMessages };
}

/** Returns the path of the form control for a path in a record. The items of a list belong to the list's control. */
function controlPath(path: readonly (string | number)[]): string {
  return path.filter((step) => typeof step === 'string').join('.');
}

/** Returns the change of the first baseline named in a message such as `Baseline 'x' cannot be deleted`. */
function findNamedChange(message: string, sent: readonly DraftChange[]): DraftChange | undefined {
  const names = [...message.matchAll(/baseline '([^']*)'/gi)].map(([, name]) => name);
  return names.map((name) => sent.find(({ record }) => record.name === name)).find((each) => each);
}
