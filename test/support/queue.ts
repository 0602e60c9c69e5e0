import type { Caller } from '../../src/kernel/caller.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import { appendAndNotify, appendEvents, type EventListener } from '../../src/modules/audit/append-events.ts';
import type { AuditEvent } from '../../src/modules/audit/event.ts';
import { auditStore } from '../../src/modules/audit/store.ts';
import { type Catalog, createCatalog } from '../../src/modules/catalog/catalog.ts';
import { modelStore } from '../../src/modules/catalog/store.ts';
import type { ModelRow } from '../../src/modules/catalog/tables.ts';
import { imageBaselines } from '../../src/modules/image-baselines/definition.ts';
import { createApply } from '../../src/modules/queue/apply.ts';
import { createChangeDescriptions } from '../../src/modules/queue/change-descriptions.ts';
import { createConversation } from '../../src/modules/queue/conversation.ts';
import { createFindings } from '../../src/modules/queue/findings/rules.ts';
import type { PendingChange, StoredChange } from '../../src/modules/queue/pending-change.ts';
import { createPolicies } from '../../src/modules/queue/policies.ts';
import { createProposals, type Proposal } from '../../src/modules/queue/proposals.ts';
import { createReview, createTakeBack } from '../../src/modules/queue/review.ts';
import { createRisks } from '../../src/modules/queue/risks.ts';
import { changeStore } from '../../src/modules/queue/store.ts';
import type { CanonicalFormat } from '../../src/records/categories/category.ts';
import type { ChangeOperation } from '../../src/records/enums.ts';
import { parseInput } from '../../src/records/parse.ts';
import type { Store } from '../../src/store/store.ts';
import { baselines, categories, findCategory, usualCategories } from './categories.ts';
import { versionsOf } from './versions.ts';

export const requestor: Caller = { userId: '11', username: 'rita#11', isRequestor: true, isApprover: false };
export const approver: Caller = { userId: '22', username: 'anna#22', isRequestor: true, isApprover: true };

interface QueueSettings {
  canonicalFormat?: CanonicalFormat;
  applyConflicts?: 'upsert' | 'reject';
  reviewPolicy?: 'any' | 'four_eyes';
  /** Notifies people of events. Default: notifies nobody. */
  tell?: EventListener;
}

/**
 * Makes the services that propose, approve, apply and read changes over one store, without HTTP, and
 * shortcuts for tests to use them.
 */
export async function openQueue(store: Store, { tell = async () => {}, ...given }: QueueSettings = {}) {
  const settings = {
    canonicalFormat: 'v2',
    applyConflicts: 'upsert',
    reviewPolicy: 'any',
    ...given,
  } as const;
  const append = appendAndNotify(appendEvents, tell);
  const time = { seconds: 1_700_000_000 };
  const clock = { now: () => time.seconds };
  let ids = 0;
  const newId = () => `${++ids}`.padStart(32, '0');
  const newUuid = () => newId().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  const catalog: Catalog = createCatalog({ store, categories });
  await catalog.start();
  const findings = createFindings({ catalog, categories: usualCategories, preferredHosts: [] });
  const usage = { prepare: async () => {}, of: () => null };
  const risks = createRisks({ usage });
  const descriptions = createChangeDescriptions({ categories: usualCategories, findings, risks });
  const kinds = new Map([[imageBaselines.kind, imageBaselines]]);
  const proposals = createProposals({
    categories: usualCategories,
    store,
    clock,
    settings,
    append,
    kinds,
    newUuid,
  });
  const policies = createPolicies({ ...settings, approvals: 1, mayApprove: () => true });
  const review = createReview({ store, clock, settings, append, policies });
  const conversation = createConversation({ store, clock, settings, append });
  const takeBack = createTakeBack({ store, clock, settings, append });
  const apply = createApply({
    categories: usualCategories,
    store,
    clock,
    catalog,
    newId,
    settings,
    append,
    kinds,
  });

  // Categories without a legacy form are always written as v2.
  const formatIn = (category: string): CanonicalFormat =>
    findCategory(category)?.legacy ? settings.canonicalFormat : 'v2';

  const propose = (operation: ChangeOperation, category: string, name: string, body?: JsonObject) =>
    proposals.propose(proposal(operation, category, name, body, formatIn(category)));

  /** Proposes to create clip models of these names, all at once; returns the change ids. */
  const proposedClips = async (...names: string[]): Promise<number[]> => {
    const format = formatIn('clip');
    return idsOf(
      await proposals.proposeAll(names.map((name) => proposal('create', 'clip', name, undefined, format))),
    );
  };

  const approve = async (...changes: (PendingChange | number)[]) => {
    const approved_ids = changes.map((change) => (typeof change === 'number' ? change : change.change_id));
    return review.processBatch({ batch_title: 'Batch', approved_ids }, approver);
  };

  return {
    categories: usualCategories,
    store,
    settings,
    time,
    clock,
    catalog,
    findings,
    descriptions,
    proposals,
    review,
    takeBack,
    conversation,
    apply,
    propose,
    proposedClips,
    approve,
    /** Proposes, approves and applies one write. */
    write: async (operation: ChangeOperation, category: string, name: string, body?: JsonObject) => {
      const change = await propose(operation, category, name, body);
      await approve(change);
      return apply.applySingle(change.change_id, null, approver);
    },
    /**
     * Proposes to create clip models of these names, and approves the changes together. Returns the change ids.
     */
    approvedClips: async (...names: string[]): Promise<number[]> => {
      const ids = await proposedClips(...names);
      await approve(...ids);
      return ids;
    },
    stored: (changeId: number): Promise<StoredChange | null> =>
      store.read((reader) => changeStore(reader).get(changeId)),
    live: (category: string, name: string): Promise<ModelRow | null> =>
      store.read((reader) => modelStore(reader).get(category, name)),
    events: (): Promise<AuditEvent[]> => store.read((reader) => auditStore(reader).events({}, 10_000)),
    /** The status and batch id of every change, as a text such as `applied in 3`, by change id. */
    overview: async (): Promise<Record<number, string>> => {
      const { items } = await store.read((reader) =>
        changeStore(reader).list({}, { offset: 0, limit: 10_000 }),
      );
      return Object.fromEntries(
        items.map((change) => [change.change_id, `${change.status} in ${change.batch_id}`]),
      );
    },
    /** Removes the body of a stored change, so that applying the change fails. */
    losePayload: (changeId: number) =>
      store.write(async (writer) => {
        const change = await changeStore(writer).get(changeId);
        if (change) await changeStore(writer).revise({ ...change, payload: null });
      }),
  };
}

export type Queue = Awaited<ReturnType<typeof openQueue>>;

/**
 * Reads all that a repeated request must not change: the changes, the audit events and the content versions.
 * Tests compare it before and after.
 */
export const everything = async (queue: Queue) => ({
  overview: await queue.overview(),
  events: await queue.events(),
  versions: await versionsOf(queue.store),
});

export const idsOf = (changes: readonly PendingChange[]): number[] =>
  changes.map((change) => change.change_id);

/** Makes a proposal of the requestor whose body is parsed as a route parses it. */
export function proposal(
  operation: ChangeOperation,
  category: string,
  name: string,
  body: JsonObject = {},
  format: CanonicalFormat = 'v2',
): Proposal {
  const common = { category, operation, name, format, route: `${operation}_test`, caller: requestor };
  if (operation === 'delete') return { ...common, record: null };
  const definition = findCategory(category);
  const schema = format === 'v2' ? definition?.record(baselines) : definition?.legacy?.body(baselines);
  if (!schema) throw new Error(`${category} has no ${format} form`);
  const parsed = parseInput<JsonObject>(schema, { name, ...body }, 'body');
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return { ...common, record: parsed.value };
}
