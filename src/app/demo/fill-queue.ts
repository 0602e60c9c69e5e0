import type { Caller } from '../../kernel/caller.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { modelStore } from '../../modules/catalog/index.ts';
import type { Groups } from '../../modules/names/index.ts';
import { type Conversation, createApply, createReview, type Proposals } from '../../modules/queue/index.ts';
import { categoryOf } from '../../records/categories/index.ts';
import { parseOrThrow } from '../../records/parse.ts';
import type { Store } from '../../store/store.ts';
import { demoAccounts } from './identity-service.ts';
import {
  aliasesByModels,
  appliedBatch,
  approvedChange,
  familiesByModels,
  proposedEarly,
  type QueueSample,
  rejectedChange,
  waitingChanges,
} from './queue-samples.ts';

type ApplyParts = Parameters<typeof createApply>[0];

interface Services extends Pick<ApplyParts, 'catalog' | 'clock' | 'settings'> {
  readonly proposals: Proposals;
  readonly conversation: Conversation;
  readonly groups: Groups;
}

/**
 * Fills the queue of a demo that holds the sample models. Makes waiting changes (harmless, stale, risky and
 * contradictory ones), a batch that is not yet applied, and an applied batch that people can try to revert.
 * Also sets families and an alias. Reviews the changes under the review policy `any`, even if the settings
 * name another policy.
 *
 * @throws RegistryError when the settings allow fewer proposals than the demo makes
 */
export async function fillQueue(store: Store, services: Services): Promise<void> {
  const { proposals, conversation, groups, clock, catalog, settings } = services;
  const review = createReview({ store, clock, settings: { ...settings, reviewPolicy: 'any' } });
  const apply = createApply({ store, clock, catalog, settings, newId: () => 'demo' });
  const [requestor, approver] = demoAccounts.map(callerOf) as [Caller, Caller];
  const other = callerOf({ id: '104', username: 'Max#104' });

  const propose = async (sample: QueueSample): Promise<number> => {
    const { category, name, changes, by } = sample;
    const definition = categoryOf(category);
    const live = await store.read((tx) => modelStore(tx).get(category, name));
    const before = live ? (JSON.parse(live.v2) as JsonObject) : { name };
    const { change_id } = await proposals.propose({
      category,
      name,
      operation: changes === null ? 'delete' : live ? 'update' : 'create',
      record: changes && parseOrThrow(definition.record, { ...before, ...changes }, 'body'),
      format: 'v2',
      route: 'demo',
      caller: by ? other : requestor,
    });
    return change_id;
  };
  const proposeAll = async (samples: readonly QueueSample[]): Promise<number[]> => {
    const ids: number[] = [];
    for (const sample of samples) ids.push(await propose(sample));
    return ids;
  };

  await proposeAll(proposedEarly);
  const applied = await proposeAll(appliedBatch.changes);
  await review.processBatch({ batch_title: appliedBatch.title, approved_ids: applied }, approver);
  await apply.applyMany({ changeIds: applied }, approver);

  const [approved, rejected] = [await propose(approvedChange), await propose(rejectedChange)];
  await review.processBatch(
    {
      batch_title: 'Descriptions',
      approved_ids: [approved],
      rejected_ids: [rejected],
      reject_reason: rejectedChange.reason,
    },
    approver,
  );

  for (const sample of waitingChanges) {
    const id = await propose(sample);
    if (sample.question) await conversation.comment(id, sample.question, approver);
  }

  const groupOf = (name: string) => groups.parse(name).suggested_group;
  for (const [family, models] of Object.entries(familiesByModels)) {
    await groups.families.set(family, models.map(groupOf), approver);
  }
  for (const [model, aliases] of Object.entries(aliasesByModels)) {
    await groups.aliases.set(groupOf(model), aliases, approver);
  }
}

function callerOf({ id, username }: { readonly id: string; readonly username: string }): Caller {
  const isApprover = username === demoAccounts[1].username;
  return { userId: id, username, isRequestor: true, isApprover };
}
