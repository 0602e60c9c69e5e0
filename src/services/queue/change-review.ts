import { inPagesOfSize, type Pages } from '../../concurrency/pages.ts';
import { categoryOf } from '../../registry/categories/category-of.ts';
import type { FieldDiff } from '../../registry/diff.ts';
import { RegistryError } from '../../registry/errors.ts';
import type { Finding } from '../../registry/findings/finding.ts';
import { viewsOf } from '../../registry/model-views.ts';
import type { ChangeStatus, ListedChange } from '../../registry/queue/pending-change.ts';
import { type ProposalDiff, proposalDiff } from '../../registry/queue/proposal-diff.ts';
import { type RiskLevel, riskLevels } from '../../registry/risk/level.ts';
import type { Store } from '../ports/store/store.ts';
import type { StoreReader } from '../ports/store/transaction.ts';
import {
  type ChangeDescriptions,
  compareChange,
  isOpen,
  isStale,
  keyOf,
  type LiveModel,
  liveModels,
  type ReviewedChange,
  type ReviewFacts,
  type Same,
} from './change-descriptions.ts';
import { changedSince } from './changed-since.ts';
import type { Findings } from './findings.ts';
import { otherOpenChanges } from './open-changes.ts';
import type { MakeProposals, Proposal, Proposals } from './proposals.ts';
import { sameProposals } from './same-proposals.ts';

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
  /** Open changes of such a risk. At most `mostAssessed` changes may match the other filters. */
  readonly risks?: readonly RiskLevel[];
  /** `risk`: the highest first, decided changes last, each in ascending id. Bounded in the same way. */
  readonly sort?: 'risk';
}

interface RankedBy {
  readonly risks: ListedBy['risks'] | undefined;
  readonly sort: ListedBy['sort'] | undefined;
}

/** What reviewers see of changes, and requestors of what they are about to propose. Reads only. */
export interface ChangeReview {
  /**
   * A page of the changes, in ascending id; `total` counts before paging. They are read when they are taken,
   * those of the time of the call.
   */
  list(by: ListedBy, offset: number, limit: number): Promise<{ items: Pages<ReviewedChange>; total: number }>;
  /** The risk of changes by id, null for decided ones; those that are no change are absent. */
  risksOf(changeIds: readonly number[]): Promise<ReadonlyMap<number, RiskLevel | null>>;
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
  readonly descriptions: ChangeDescriptions;
  readonly proposals: Pick<Proposals, 'preview'>;
}

/** Changes whose risk is assessed for one list. */
const mostAssessed = 2_000;

/** How much of a list is read at once: what is proposed and what is live, in bytes; the number of changes. */
const readAtOnce = { size: 512 * 1024, most: 100 };

export function createChangeReview({
  store,
  findings,
  descriptions,
  proposals,
}: ChangeReviewOptions): ChangeReview {
  const diffOf = async (
    reader: StoreReader,
    change: ListedChange,
    row: LiveModel | null,
    same: Same,
  ): Promise<ChangeDiff> => {
    const live = row && viewsOf(row);
    const { diff, current, v2 } = await compareChange(reader, change, live);
    const stale = isStale(change, row);
    return {
      change_id: change.change_id,
      ...diff,
      stale,
      changed_since: stale ? await changedSince(reader, change, current) : null,
      findings: descriptions.findingsOf(change, v2, live, same),
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
        deletes: operation === 'delete',
        sameProposals: same.get(change) ?? [],
      }),
    };
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

  /** Before the risk of these changes is told. */
  const prepareAll = async (ids: readonly number[]): Promise<void> => {
    const heads = await store.read((reader) => reader.changes.heads(ids));
    await descriptions.prepare(heads.map(({ category }) => category));
  };

  const risksOf = async (ids: readonly number[]): Promise<ReadonlyMap<number, RiskLevel | null>> => {
    await prepareAll(ids);
    const risks = new Map<number, RiskLevel | null>();
    const pages = inPagesOfSize(ids, readAtOnce, sizesOf, (some) =>
      store.read(async (reader) => descriptions.of(reader, await reader.changes.listed(some))),
    );
    for await (const page of pages) for (const { change_id: id, risk } of page) risks.set(id, risk);
    return risks;
  };

  /** The ids of one page of what has such a risk, or in the order of it. */
  const byRisk = async (
    by: ListedBy,
    { risks, sort, offset, limit }: RankedBy & { offset: number; limit: number },
  ): Promise<{ ids: number[]; total: number }> => {
    const found = await store.read((reader) =>
      reader.changes.pageOfIds(by, { offset: 0, limit: mostAssessed }),
    );
    if (found.total > mostAssessed) {
      throw new RegistryError(
        'bad_request',
        `The risk of at most ${mostAssessed} changes is assessed at once, and ${found.total} match: add filters.`,
      );
    }
    const assessed: { id: number; rank: number }[] = [];
    for (const [id, risk] of await risksOf(found.ids)) {
      if (risks && (risk === null || !risks.includes(risk))) continue;
      assessed.push({ id, rank: risk === null ? -1 : riskLevels.indexOf(risk) });
    }
    if (sort === 'risk') assessed.sort((a, b) => b.rank - a.rank || a.id - b.id);
    return { ids: assessed.slice(offset, offset + limit).map(({ id }) => id), total: assessed.length };
  };

  const sizesOf = (ids: readonly number[]) => store.read((reader) => reader.changes.reviewBytes(ids));

  return {
    list: async ({ risks, sort, ...by }, offset, limit) => {
      const { ids, total } =
        risks || sort
          ? await byRisk(by, { risks, sort, offset, limit })
          : await store.read((reader) => reader.changes.pageOfIds(by, { offset, limit }));
      await prepareAll(ids);
      const items = inPagesOfSize(ids, readAtOnce, sizesOf, (some) =>
        store.read(async (reader) => {
          const told = await descriptions.of(reader, await reader.changes.listed(some));
          const byId = new Map(told.map((change) => [change.change_id, change]));
          return some.flatMap((id) => byId.get(id) ?? []);
        }),
      );
      return { items, total };
    },

    risksOf,

    get: async (changeId) => {
      await prepareAll([changeId]);
      return store.read(async (reader) => {
        const [change] = await descriptions.of(reader, await reader.changes.listed([changeId]));
        return change ?? null;
      });
    },

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
