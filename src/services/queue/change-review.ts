import { inPagesOfSize, type Pages } from '../../concurrency/pages.ts';
import { categoryOf } from '../../registry/categories/category-of.ts';
import type { FieldDiff } from '../../registry/diff.ts';
import type { Finding } from '../../registry/findings/finding.ts';
import type { JsonObject } from '../../registry/json.ts';
import { type ModelViews, shownRecord, viewsOf } from '../../registry/model-views.ts';
import type {
  ChangeStatus,
  ListedChange,
  PendingChange,
  StoredChange,
} from '../../registry/queue/pending-change.ts';
import { type ProposalDiff, proposalDiff } from '../../registry/queue/proposal-diff.ts';
import { publicChange } from '../../registry/queue/public-change.ts';
import type { ModelHashes, Store, StoreReader } from '../ports/store.ts';
import { type ChangeExtent, changeExtent, noExtent } from './change-extent.ts';
import { changedSince } from './changed-since.ts';
import type { Findings } from './findings.ts';
import { otherOpenChanges } from './open-changes.ts';
import type { MakeProposals, Proposal, Proposals } from './proposals.ts';
import { proposedViews } from './proposed-views.ts';
import { restoredViews } from './restored-model.ts';
import { sameProposals } from './same-proposals.ts';

/**
 * What a reviewer is told of a change besides itself. Of a change that is decided already: false, and
 * nothing.
 */
export interface ReviewFacts {
  /** The live record is not the one that the change was proposed for. */
  readonly stale: boolean;
  readonly findings: Finding[];
}

export type ReviewedChange = PendingChange &
  Pick<StoredChange, 'version' | 'changes_requested_by'> &
  ReviewFacts &
  ChangeExtent & {
    /** Other changes of the same model that wait: ids, ascending. Of what is decided: none. */
    readonly open_changes_of_model: number[];
  };

/** How many ids of other changes a change in a list names. */
export const mostListedChanges = 20;

/** A change held against the live record. */
export type ChangeDiff = { change_id: number } & ProposalDiff &
  ReviewFacts & {
    /**
     * When stale: what became of the model since the change was proposed; null when that is not known, or not
     * stale.
     */
    changed_since: FieldDiff[] | null;
  };

export interface ChangeDiffs {
  /** In the order of the ids. Read when they are taken. */
  readonly diffs: Pages<ChangeDiff>;
  /** Number of ids asked for. */
  readonly total: number;
  /** Ids that are no change: complete once all diffs are taken. */
  readonly errors: readonly { change_id: number; error: string; error_type: string }[];
}

/** A proposal that was not queued. */
export interface DryRun {
  readonly dry_run: true;
  readonly diff: ProposalDiff;
  readonly findings: Finding[];
}

export interface DryRuns {
  readonly dry_run: true;
  readonly changes: Omit<DryRun, 'dry_run'>[];
}

/** Which changes to list. Filters are AND-ed, the values within one OR-ed. */
export interface ListedBy {
  readonly statuses?: readonly ChangeStatus[];
  readonly categories?: readonly string[];
  readonly batch_id?: number;
  /** Part of the model name, in any case. */
  readonly model_name?: string;
  /** User ids. */
  readonly requested_by?: readonly string[];
  /** A user id, or part of a username in any case. */
  readonly requestor?: string;
}

/** What reviewers see of changes, and requestors of what they are about to propose. Reads only. */
export interface ChangeReview {
  /**
   * A page of the changes, in ascending id; `total` counts before paging. They are read when they are taken,
   * those of the time of the call.
   */
  list(by: ListedBy, offset: number, limit: number): Promise<{ items: Pages<ReviewedChange>; total: number }>;
  /** Null when there is no such change. */
  get(changeId: number): Promise<ReviewedChange | null>;
  /** Null when there is no such change. */
  diff(changeId: number): Promise<ChangeDiff | null>;
  diffs(changeIds: readonly number[]): ChangeDiffs;
  /** @throws RegistryError what `propose` would throw */
  dryRun(proposal: Proposal): Promise<DryRun>;
  /** The same for proposals that are made of what is stored. */
  dryRunAll(make: MakeProposals): Promise<DryRuns>;
}

export interface ChangeReviewOptions {
  readonly store: Store;
  readonly findings: Findings;
  readonly proposals: Pick<Proposals, 'preview'>;
}

/** How much of a list is read at once: what is proposed and what is live, in bytes; the number of changes. */
const readAtOnce = { size: 512 * 1024, most: 100 };

export function createChangeReview({ store, findings, proposals }: ChangeReviewOptions): ChangeReview {
  const findingsOf = (change: ListedChange, v2: JsonObject | null, live: ModelViews | null, same: Same) => {
    if (!isOpen(change)) return [];
    const { category, model_name: name } = change;
    const sameProposals = same.get(change) ?? [];
    return findings.of({ category, name, record: v2, live: live?.v2 ?? null, sameProposals });
  };

  /** A change held against the live model. */
  const compared = async (reader: StoreReader, change: ListedChange, live: ModelViews | null) => {
    const { model_name: name, operation, payload_format: format } = change;
    const definition = categoryOf(change.category);
    const current = live && shownRecord(definition, name, format, live);
    const { proposed, v2, after } = proposedViews(change, live, await restoredViews(reader, change));
    const diff = proposalDiff({ definition, name, operation, format, current, proposed, live, after });
    return { diff, current, v2 };
  };

  const diffOf = async (
    reader: StoreReader,
    change: ListedChange,
    row: LiveModel | null,
    same: Same,
  ): Promise<ChangeDiff> => {
    const live = row && viewsOf(row);
    const { diff, current, v2 } = await compared(reader, change, live);
    const stale = isStale(change, row);
    return {
      change_id: change.change_id,
      ...diff,
      stale,
      changed_since: stale ? await changedSince(reader, change, current) : null,
      findings: findingsOf(change, v2, live, same),
    };
  };

  const preview = async (proposal: Proposal): Promise<Omit<DryRun, 'dry_run'>> => {
    const { change, current, proposed, live, after } = await proposals.preview(proposal);
    const { model_name: name, operation, payload_format: format } = change;
    const definition = categoryOf(change.category);
    const same = await store.read(async (reader) =>
      sameProposals(reader, await otherOpenChanges(reader, [change], () => null)),
    );
    return {
      diff: proposalDiff({ definition, name, operation, format, current, proposed, live, after }),
      findings: findings.of({
        category: change.category,
        name,
        record: after?.v2 ?? null,
        live: live?.v2 ?? null,
        sameProposals: same.get(change) ?? [],
      }),
    };
  };

  const described = async (
    reader: StoreReader,
    changes: readonly ListedChange[],
  ): Promise<ReviewedChange[]> => {
    const open = changes.filter(isOpen);
    const live = await liveModels(reader, open);
    const others = await otherOpenChanges(reader, open, ({ change_id }) => change_id);
    const same = await sameProposals(reader, others);
    const told: ReviewedChange[] = [];
    for (const change of changes) {
      const row = live.get(keyOf(change)) ?? null;
      const views = row && isOpen(change) ? viewsOf(row) : null;
      const { diff, v2 } = isOpen(change) ? await compared(reader, change, views) : { diff: null, v2: null };
      told.push({
        ...publicChange(change),
        version: change.version,
        changes_requested_by: change.changes_requested_by,
        stale: isStale(change, row),
        findings: findingsOf(change, v2, views, same),
        ...(diff ? changeExtent(diff) : noExtent),
        open_changes_of_model: (others.get(change) ?? [])
          .slice(0, mostListedChanges)
          .map(({ change_id }) => change_id),
      });
    }
    return told;
  };

  const diffsOf = async (
    reader: StoreReader,
    changeIds: readonly number[],
  ): Promise<ReadonlyMap<number, ChangeDiff>> => {
    const changes = await reader.changes.listed(changeIds);
    const live = await liveModels(reader, changes);
    const others = await otherOpenChanges(reader, changes.filter(isOpen), ({ change_id }) => change_id);
    const same = await sameProposals(reader, others);
    const diffs = new Map<number, ChangeDiff>();
    for (const change of changes) {
      diffs.set(change.change_id, await diffOf(reader, change, live.get(keyOf(change)) ?? null, same));
    }
    return diffs;
  };

  const sizesOf = (ids: readonly number[]) => store.read((reader) => reader.changes.reviewBytes(ids));

  return {
    list: async (by, offset, limit) => {
      const { ids, total } = await store.read((reader) => reader.changes.pageOfIds(by, { offset, limit }));
      const items = inPagesOfSize(ids, readAtOnce, sizesOf, (some) =>
        store.read(async (reader) => described(reader, await reader.changes.listed(some))),
      );
      return { items, total };
    },

    get: (changeId) =>
      store.read(async (reader) => {
        const [change] = await described(reader, await reader.changes.listed([changeId]));
        return change ?? null;
      }),

    diff: async (changeId) => {
      const found = await store.read((reader) => diffsOf(reader, [changeId]));
      return found.get(changeId) ?? null;
    },

    diffs: (changeIds) => {
      const errors: { change_id: number; error: string; error_type: string }[] = [];
      const diffs = inPagesOfSize(changeIds, readAtOnce, sizesOf, async (some) => {
        const found = await store.read((reader) => diffsOf(reader, some));
        return some.flatMap((change_id) => {
          const diff = found.get(change_id);
          if (!diff) errors.push({ change_id, error: 'Change not found', error_type: 'NotFound' });
          return diff ?? [];
        });
      });
      return { diffs, total: changeIds.length, errors };
    },

    dryRun: async (proposal) => ({ dry_run: true, ...(await preview(proposal)) }),

    dryRunAll: async (make) => {
      const changes: DryRuns['changes'] = [];
      for (const proposal of await store.read(make)) changes.push(await preview(proposal));
      return { dry_run: true, changes };
    },
  };
}

/** Of each change, the ids of the open changes that ask for the same. */
type Same = ReadonlyMap<ListedChange, readonly number[]>;

type LiveModel = Parameters<typeof viewsOf>[0] & ModelHashes;

function isOpen({ status }: ListedChange): boolean {
  return status === 'pending' || status === 'approved';
}

function isStale(change: ListedChange, live: ModelHashes | null): boolean {
  if (!isOpen(change)) return false;
  const hash = change.payload_format === 'v2' ? live?.v2_hash : live?.legacy_hash;
  return (hash ?? null) !== change.base_hash;
}

async function liveModels(
  reader: StoreReader,
  changes: readonly ListedChange[],
): Promise<ReadonlyMap<string, LiveModel>> {
  const live = new Map<string, LiveModel>();
  for (const [category, own] of Map.groupBy(changes, (change) => change.category)) {
    const rows = await reader.models.getMany(
      category,
      own.map(({ model_name }) => model_name),
    );
    for (const row of rows) live.set(keyOf({ category, model_name: row.name }), row);
  }
  return live;
}

function keyOf({ category, model_name }: Pick<ListedChange, 'category' | 'model_name'>): string {
  return `${category}\0${model_name}`;
}
