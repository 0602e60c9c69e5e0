import { RegistryError } from '../../kernel/errors.ts';
import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import { formatCanonicalJson } from '../../kernel/same-json.ts';
import type { RepositoryCommit } from '../../outside/content-repository.ts';
import { knownBuiltIn } from '../../records/baselines/known-baselines.ts';
import type { Store } from '../../store/store.ts';
import { modelStore } from '../catalog/index.ts';
import {
  type Apply,
  changeStore,
  hashInFormat,
  isStale,
  type ListedChange,
  type Proposal,
  type Proposals,
  type Review,
  type TakeBack,
} from '../queue/index.ts';
import { isCsv, type WithLegacyForm } from '../transfer/index.ts';
import type { AcceptedCommit } from './bridge-state.ts';
import {
  type BridgedRepository,
  type BridgeProblem,
  bridgeAccount,
  createProblem,
} from './bridged-repository.ts';
import type { ComparedFile, ComparedModel } from './compare-records.ts';
import { ModelMoved } from './failures.ts';
import { compareSides, toV2Record, type Verdict } from './record-versions.ts';
import { bridgeStore } from './store.ts';
import type { BridgeRecord } from './tables.ts';

export interface Queue {
  readonly proposals: Proposals;
  readonly review: Review;
  readonly apply: Apply;
  readonly takeBack: TakeBack;
}

export interface IncomingResult {
  readonly proposed: readonly {
    readonly category: string;
    readonly name: string;
    readonly operation: string;
  }[];
  readonly applied: number;
  readonly problems: readonly BridgeProblem[];
}

interface IncomingItem {
  readonly definition: WithLegacyForm;
  readonly model: ComparedModel;
  readonly verdict: Verdict;
  readonly proposal: Proposal;
}

/**
 * Proposes a commit's changes in the registry. Skips a model if both sides are equal, if only the registry
 * has changed it, or if its current record was already proposed. Withdraws pending proposals that the commit
 * makes obsolete. Also continues with the changes that an interrupted run has queued. If one of their models
 * was written since, it withdraws that change and proposes it again, based on the new record.
 *
 * @param trusted whether the bridge itself approves and applies changes without conflicts immediately
 * @param accepted a user's acceptance of held files; the proposals from these files name this user. Null if
 *   there is none
 * @throws ModelMoved if the registry writes a model during the call
 */
export async function importCommit(
  { store, queue }: { readonly store: Store; readonly queue: Queue },
  repository: BridgedRepository,
  commit: RepositoryCommit,
  files: readonly ComparedFile[],
  {
    trusted,
    accepted,
    dryRun,
  }: { readonly trusted: boolean; readonly accepted: AcceptedCommit | null; readonly dryRun: boolean },
): Promise<IncomingResult> {
  const settledRecords: BridgeRecord[] = [];
  const incoming: IncomingItem[] = [];
  const obsoleteChangeIds: number[] = [];
  const resumedProposals: WaitingItem[] = [];
  const staleIds = trusted ? await findStaleTrusted(store, files) : new Set<number>();
  for (const { definition, models } of files) {
    for (const model of models) {
      const verdict = compareSides(model);
      const record = bridgeRowOf(repository.name, definition, model);
      const isWaiting = record.change_id !== null && record.declined === 0;
      if (verdict.kind === 'agreed' || verdict.kind === 'ours') {
        const base = canonicalTextOf(verdict.kind === 'agreed' ? model.ours : model.base);
        if (isWaiting) obsoleteChangeIds.push(record.change_id as number);
        const settledRecord = { ...record, base, proposed: null, change_id: null, conflict: 0, declined: 0 };
        if (!model.bridgeRow ? base !== null : !isSameRow(model.bridgeRow, settledRecord))
          settledRecords.push(settledRecord);
      } else if (
        record.proposed !== (canonicalTextOf(model.theirs) ?? 'null') ||
        isNewConflict(record, verdict) ||
        (isWaiting && staleIds.has(record.change_id as number))
      ) {
        if (isWaiting) obsoleteChangeIds.push(record.change_id as number);
        const acceptedBy = accepted?.files.includes(definition.legacy.fileName) ? accepted.by : null;
        const actor = { trusted, acceptedBy };
        const proposal = createProposal(repository, commit, definition, model, verdict, actor);
        incoming.push({ definition, model, verdict, proposal });
      } else if (trusted && isWaiting && verdict.kind !== 'conflict') {
        resumedProposals.push({ definition, model, changeId: record.change_id as number });
      }
    }
  }
  const summariesOf = (items: readonly IncomingItem[]) =>
    items.map(({ proposal: { category, name, operation } }) => ({ category, name, operation }));
  if (dryRun) return { proposed: summariesOf(incoming), applied: 0, problems: [] };

  for (const id of obsoleteChangeIds) await withdraw(store, queue.takeBack, id);
  const { queued, problems } = await propose(store, queue, incoming);
  await store.write(async (writer) => {
    await bridgeStore(writer).put(settledRecords);
    await bridgeStore(writer).put(
      queued.map(({ definition, model, verdict, changeId }) => ({
        ...bridgeRowOf(repository.name, definition, model),
        proposed: canonicalTextOf(model.theirs) ?? 'null',
        change_id: changeId,
        conflict: verdict.kind === 'conflict' ? 1 : 0,
        declined: 0,
      })),
    );
  });
  const { applied, failed } = await applyAll(store, queue, titleOf(commit), [
    ...resumedProposals,
    ...(trusted ? queued : []),
  ]);
  return {
    proposed: summariesOf(queued),
    applied,
    problems: [...problems, ...failed],
  };
}

/** Returns the ids of the waiting trusted changes whose models were written since they were proposed. */
async function findStaleTrusted(store: Store, files: readonly ComparedFile[]): Promise<Set<number>> {
  const rows = new Map(
    files.flatMap(({ models }) =>
      models.map(({ bridgeRow, row }) => [bridgeRow?.change_id ?? 0, row] as const),
    ),
  );
  const changes = await store.read((tx) => changeStore(tx).listed([...rows.keys()]));
  const staleChanges = changes.filter(
    (change) => isTrusted(change.request_metadata) && isStale(change, rows.get(change.change_id) ?? null),
  );
  return new Set(staleChanges.map(({ change_id }) => change_id));
}

/**
 * Returns whether a model is in conflict now, although the change that reviewers rejected was not a conflict.
 * The bridge then proposes the model's change again.
 */
function isNewConflict({ conflict, declined }: BridgeRecord, { kind }: Verdict): boolean {
  return kind === 'conflict' && conflict === 0 && declined === 1;
}

type QueuedItem = IncomingItem & { readonly changeId: number };
type WaitingItem = Pick<QueuedItem, 'definition' | 'model' | 'changeId'>;

async function propose(
  store: Store,
  { proposals, takeBack }: Queue,
  incoming: readonly IncomingItem[],
): Promise<{ queued: QueuedItem[]; problems: BridgeProblem[] }> {
  const queuedItems: QueuedItem[] = [];
  const problems: BridgeProblem[] = [];
  const unqueuedItems: IncomingItem[] = [];
  for (const item of incoming) {
    const openChange = await findOwnOpenChange(store, item.proposal);
    if (openChange !== null && !isStale(openChange, item.model.row)) {
      queuedItems.push({ ...item, changeId: openChange.change_id });
      continue;
    }
    if (openChange !== null) await withdraw(store, takeBack, openChange.change_id);
    try {
      await proposals.preview(item.proposal);
      unqueuedItems.push(item);
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      problems.push(createItemProblem(item, error.message));
    }
  }
  const changes = await proposals.proposeAll(unqueuedItems.map(({ proposal }) => proposal));
  for (const [index, change] of changes.entries()) {
    queuedItems.push({ ...(unqueuedItems[index] as IncomingItem), changeId: change.change_id });
  }
  return { queued: queuedItems, problems };
}

function createItemProblem(
  { definition, model }: Pick<IncomingItem, 'definition' | 'model'>,
  reason: string,
): BridgeProblem {
  return createProblem(definition.legacy.fileName, reason, model.name);
}

/**
 * Returns the unapplied change that an interrupted run of the bridge queued for this proposal; null if there
 * is none.
 */
async function findOwnOpenChange(
  store: Store,
  { category, name, requestMetadata }: Proposal,
): Promise<ListedChange | null> {
  return store.read(async (tx) => {
    const openChanges = await changeStore(tx).open(category, [name]);
    const ownChanges = openChanges.filter(({ requested_by }) => requested_by === bridgeAccount.userId);
    const listedChanges = await changeStore(tx).listed(ownChanges.map(({ change_id }) => change_id));
    const bridgeMark = formatCanonicalJson(requestMetadata?.bridge ?? null);
    const match = listedChanges.find(
      (change) => formatCanonicalJson(change.request_metadata?.bridge ?? null) === bridgeMark,
    );
    return match ?? null;
  });
}

/**
 * Approves and applies the queued changes marked as trusted, and skips the others. Returns the number of
 * applied changes, and a problem for each change that could not be applied.
 *
 * @throws ModelMoved if the registry has written one of the models since its change was proposed
 */
async function applyAll(
  store: Store,
  queue: Queue,
  title: string,
  queuedItems: readonly WaitingItem[],
): Promise<{ applied: number; failed: BridgeProblem[] }> {
  const failures: BridgeProblem[] = [];
  let appliedCount = 0;
  if (queuedItems.length === 0) return { applied: appliedCount, failed: failures };
  // An interrupted run may already have approved some of these changes. Untrusted changes stay pending for
  // reviewers.
  const queuedChanges = await store.read((tx) =>
    changeStore(tx).listed(queuedItems.map(({ changeId }) => changeId)),
  );
  const trustedChanges = queuedChanges.filter(({ request_metadata }) => isTrusted(request_metadata));
  const pendingIds = trustedChanges
    .filter(({ status }) => status === 'pending')
    .map(({ change_id }) => change_id);
  const findItem = (id: number) => queuedItems.find(({ changeId }) => changeId === id) as WaitingItem;
  const refusalsById = await approve(queue.review, title, pendingIds);
  for (const [id, reason] of refusalsById) failures.push(createItemProblem(findItem(id), reason));
  let remainingIds = trustedChanges.map(({ change_id }) => change_id).filter((id) => !refusalsById.has(id));
  while (remainingIds.length > 0) {
    const { applied, failure } = await queue.apply.applyMany(
      { changeIds: remainingIds, allowMixedBatch: true, conflicts: 'reject' },
      bridgeAccount,
    );
    appliedCount += applied.length;
    if (!failure) break;
    const failedId = remainingIds[applied.length] as number;
    const { definition, model } = findItem(failedId);
    const row = await store.read((tx) => modelStore(tx).get(definition.name, model.name));
    if (trustedChanges.some((change) => change.change_id === failedId && isStale(change, row)))
      throw new ModelMoved(model.name);
    failures.push(createItemProblem(findItem(failedId), failure.error.message));
    remainingIds = remainingIds.slice(applied.length + 1);
  }
  return { applied: appliedCount, failed: failures };
}

/**
 * Approves changes in one call, as one batch. If the call fails, splits the list in half and approves each
 * half separately, recursively down to single changes.
 * @returns the reason for each change that cannot be approved, by change id
 */
async function approve(review: Review, title: string, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  try {
    await review.processBatch({ batch_title: title, approved_ids: ids }, bridgeAccount);
    return new Map();
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    if (ids.length === 1) return new Map([[ids[0] as number, error.message]]);
    const halfLength = Math.ceil(ids.length / 2);
    const firstReasons = await approve(review, title, ids.slice(0, halfLength));
    return new Map([...firstReasons, ...(await approve(review, title, ids.slice(halfLength)))]);
  }
}

function isTrusted(metadata: JsonObject | null): boolean {
  return isJsonObject(metadata?.bridge) && metadata.bridge.trusted === true;
}

/**
 * Maximum number of attempts to withdraw a proposal. An attempt fails when a reviewer decides on the proposal
 * at the same time.
 */
const maxWithdrawAttempts = 5;

/** Withdraws an obsolete proposal, pending or approved. Retries if a reviewer decides on it meanwhile. */
async function withdraw(store: Store, takeBack: TakeBack, id: number): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const [change] = await store.read((tx) => changeStore(tx).heads([id]));
    if (change?.status !== 'pending' && change?.status !== 'approved') return;
    try {
      if (change.status === 'approved') await takeBack.unapprove(id, bridgeAccount);
      else await takeBack.withdraw(id, bridgeAccount);
    } catch (error) {
      // A reviewer decided on the proposal after it was read.
      if (!(error instanceof RegistryError) || tries === maxWithdrawAttempts) throw error;
    }
  }
}

function createProposal(
  repository: BridgedRepository,
  commit: RepositoryCommit,
  definition: WithLegacyForm,
  model: ComparedModel,
  verdict: Verdict,
  { trusted, acceptedBy }: { readonly trusted: boolean; readonly acceptedBy: string | null },
): Proposal {
  const { merged } = verdict;
  const operation = merged === null ? 'delete' : model.ours === null ? 'create' : 'update';
  const conflicts = verdict.kind === 'conflict' ? verdict.conflicts : [];
  const bridgeMark = {
    repository: repository.name,
    commit: commit.id,
    author: shortenText(commit.author),
    title: titleOf(commit),
    ...(trusted && conflicts.length === 0 && { trusted }),
    ...(acceptedBy !== null && { accepted_by: acceptedBy }),
    ...(conflicts.length > 0 && { conflict: conflicts.map((conflict) => ({ ...conflict })) }),
  };
  const payload = createPayload(definition, model, merged);
  return {
    category: definition.name,
    operation,
    name: model.name,
    ...payload,
    caller: bridgeAccount,
    route: 'bridge',
    notes: formatNotes(commit, conflicts),
    precondition: async (live) => {
      if (hashInFormat(payload.format, live) !== hashInFormat(payload.format, model.row))
        throw new ModelMoved(model.name);
    },
    requestMetadata: { bridge: bridgeMark as unknown as JsonObject },
  };
}

/**
 * Returns the record of a proposal and its format. A row of `models.csv` is proposed as a v2 record, because
 * a v1 entry does not show which of its tags come from the row and which are default tags. All other records
 * are proposed as complete legacy records, exactly as in the file.
 */
function createPayload(
  definition: WithLegacyForm,
  model: ComparedModel,
  mergedRecord: JsonObject | null,
): Pick<Proposal, 'record' | 'format' | 'whole'> {
  const format = isCsv(definition.legacy) ? 'v2' : 'legacy';
  if (mergedRecord === null) return { record: null, format };
  if (format === 'legacy') return { record: mergedRecord, format, whole: true };
  // Text models may name any baseline, including unknown ones.
  return { record: toV2Record(definition, model, mergedRecord, knownBuiltIn), format };
}

/** Maximum length of a proposal's notes, in characters. */
const maxNoteLength = 4000;

function formatNotes(commit: RepositoryCommit, conflicts: readonly { readonly path: string }[]): string {
  const paths = conflicts.map(({ path }) => path || 'the whole record');
  const warning =
    paths.length > 0
      ? `CONFLICT: both sides changed ${paths.join(', ')}. Applying takes the repository's side, rejecting keeps the registry's.\n\n`
      : '';
  return `${warning}${commit.id.slice(0, 12)} by ${shortenText(commit.author)}\n\n${commit.message}`
    .slice(0, maxNoteLength)
    .toWellFormed();
}

/** Maximum length of a commit's title and of its author, in characters. */
const maxTitleLength = 200;

export function titleOf({ message }: Pick<RepositoryCommit, 'message'>): string {
  return shortenText(message.split('\n', 1)[0]?.trim() ?? '') || 'a commit without a title';
}

function shortenText(text: string): string {
  return text.length > maxTitleLength ? `${text.slice(0, maxTitleLength).toWellFormed()}…` : text;
}

function bridgeRowOf(
  repository: string,
  definition: WithLegacyForm,
  { name, bridgeRow }: ComparedModel,
): BridgeRecord {
  const emptyState = { base: null, proposed: null, change_id: null, conflict: 0, declined: 0 };
  return bridgeRow ?? { repository, category: definition.name, name, ...emptyState };
}

function canonicalTextOf(record: JsonObject | null): string | null {
  return record === null ? null : formatCanonicalJson(record);
}

function isSameRow(a: BridgeRecord, b: BridgeRecord): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
