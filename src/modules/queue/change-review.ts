import { inPages, type Pages } from '../../kernel/concurrency/pages.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { type Categories, categoryOf } from '../../records/categories/index.ts';
import { diffRecords, type FieldDiff } from '../../records/diff.ts';
import { filesOfRecord, type RecordFile } from '../../records/files/record-file.ts';
import { shownStored, viewsOf } from '../../records/model-views.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { recordOfHash } from '../catalog/index.ts';
import { baselineProposals } from './baselines.ts';
import {
  type ChangeDescriptions,
  changesNaming,
  compareChange,
  keyOf,
  type LiveModel,
  liveModels,
  otherOpenChanges,
  sameProposals,
} from './change-descriptions.ts';
import { isOpen } from './change-rules.ts';
import { displacements, isOutdated } from './displaced.ts';
import type { Finding } from './findings/finding.ts';
import { type ChangeStatus, type ListedChange, type RiskLevel, riskLevels } from './pending-change.ts';
import { type ProposalDiff, proposalDiff } from './proposal-diff.ts';
import {
  type GivenProposal,
  type MakeProposals,
  type Proposal,
  type Proposals,
  proposalIn,
} from './proposals.ts';
import type { ChangeDiff, ReviewedChange } from './reviewed-change.ts';
import type { QueueCounts } from './shapes.ts';
import { changeStore, sizesOfChanges } from './store.ts';
import type { ChangeFilter, Page } from './tables.ts';

/** Filters and order of a list of changes. */
export interface ListedBy extends Omit<ChangeFilter, 'operations' | 'model_name_exact' | 'domain'> {
  /**
   * Lists only open changes with one of these risks. At most `mostAssessed` changes may match the other
   * filters.
   */
  readonly risks?: readonly RiskLevel[];
  /**
   * `risk`: the highest risk first, applied and rejected changes last, and changes of equal risk in ascending
   * id. At most `mostAssessed` changes may match the other filters.
   */
  readonly sort?: 'risk';
}

/** The results of dry runs: proposals that the registry examined but did not queue. */
interface DryRuns {
  readonly dry_run: true;
  readonly changes: { readonly diff: ProposalDiff; readonly findings: Finding[] }[];
}

/**
 * Starts the checks of those of `files` that the registry has not checked yet, on behalf of the account
 * `askedBy`. Resolves soon, perhaps before all checks end.
 */
export type LookAtFiles = (files: readonly RecordFile[], askedBy: string) => Promise<void>;

/**
 * Largest number of changes whose risks are assessed for one list or one count. A list of more changes is
 * refused; a count of more is null.
 */
const mostAssessed = 2_000;

/**
 * Shows changes of the queue to reviewers: in lists, by risk, one by one, and compared with the live records.
 * Also examines proposals without queueing them (dry runs). Writes nothing.
 */
export function createChangeReview({
  categories,
  store,
  descriptions,
  proposals,
  look = async () => {},
  looksByItself = false,
}: {
  readonly categories: Pick<Categories, 'baselines'>;
  readonly store: Store;
  readonly descriptions: ChangeDescriptions;
  readonly proposals: Pick<Proposals, 'preview'>;
  readonly look?: LookAtFiles;
  /** Whether the deployment checks the files of queued changes by itself. If so, `look` is not called. */
  readonly looksByItself?: boolean;
}) {
  /** Fetches the usage figures that the risks of these changes need. */
  const prepareAll = async (ids: readonly number[]): Promise<void> => {
    const heads = await store.read((reader) => changeStore(reader).heads(ids));
    await descriptions.prepare(heads.map(({ category }) => category));
  };

  const risksAtHand = async (ids: readonly number[]): Promise<ReadonlyMap<number, RiskLevel | null>> => {
    const risks = new Map<number, RiskLevel | null>();
    const pages = inPages(ids, sizesOfChanges(store), (some) =>
      store.read(async (reader) => descriptions.of(reader, await changeStore(reader).listed(some))),
    );
    for await (const page of pages) for (const { change_id: id, risk } of page) risks.set(id, risk);
    return risks;
  };

  const risksOf = async (ids: readonly number[]): Promise<ReadonlyMap<number, RiskLevel | null>> => {
    await prepareAll(ids);
    return risksAtHand(ids);
  };

  /**
   * Filters and sorts changes by risk. Returns the ids of one page, and the number of changes on all pages.
   * @throws RegistryError `bad_request` when more than `mostAssessed` changes match the other filters
   */
  const byRisk = async (
    { risks, sort, ...by }: ListedBy,
    { offset, limit }: Page,
  ): Promise<{ ids: number[]; total: number }> => {
    const found = await store.read((reader) =>
      changeStore(reader).pageOfIds(by, { offset: 0, limit: mostAssessed }),
    );
    if (found.total > mostAssessed) {
      throw new RegistryError(
        'bad_request',
        `Lists by risk assess at most ${mostAssessed} changes, and ${found.total} match: add filters.`,
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

  const riskCounts = async (by: ListedBy, pending: number): Promise<QueueCounts['risks']> => {
    if (pending > mostAssessed) return null;
    const ids = await store.read((reader) => changeStore(reader).ids({ ...by, statuses: ['pending'] }));
    const counts = { low: 0, look: 0, high: 0 };
    for (const risk of (await risksOf(ids)).values()) if (risk !== null) counts[risk] += 1;
    return counts;
  };

  /**
   * Starts the checks of the files of an open change, on behalf of the account `askedBy`. Does nothing when
   * `askedBy` is absent, or when the deployment checks the files of all queued changes by itself.
   */
  const lookAt = async (changeId: number, askedBy: string | undefined): Promise<void> => {
    if (looksByItself || askedBy === undefined) return;
    const files = await store.read(async (reader) => {
      const [change] = await changeStore(reader).listed([changeId]);
      if (!change || !isOpen(change)) return [];
      const row = (await liveModels(reader, [change])).get(keyOf(change));
      const { v2 } = await compareChange(reader, change, row ? viewsOf(row) : null, categories.baselines);
      return v2 === null ? [] : filesOfRecord(change.category, change.model_name, v2);
    });
    await look(files, askedBy);
  };

  const diffOf = async (
    reader: Tx,
    change: ListedChange,
    row: LiveModel | null,
    same: readonly number[],
  ): Promise<ChangeDiff> => {
    const live = row && viewsOf(row);
    const { diff, current, v2 } = await compareChange(reader, change, live, categories.baselines);
    const records = { live: live?.v2 ?? null, record: v2 };
    const displaced = (await displacements(reader, [change], () => row)).get(change.change_id) ?? null;
    const stale = isOutdated(change, row, displaced);
    return {
      change_id: change.change_id,
      ...diff,
      stale,
      changed_since: stale ? await changedSince(reader, change, current) : null,
      findings: isOpen(change)
        ? descriptions.findingsOf(change, records, {
            same,
            naming: await changesNaming(reader, [records]),
            baselines: await baselineProposals(reader, categories),
          })
        : [],
    };
  };

  const preview = async (proposal: Proposal): Promise<DryRuns['changes'][number]> => {
    const { change, current, proposed, live, after } = await proposals.preview(proposal);
    const { model_name: name, operation, payload_format: format } = change;
    const definition = categoryOf(change.category);
    const asked = { live: live?.v2 ?? null, record: after?.v2 ?? null };
    if (asked.record) await look(filesOfRecord(change.category, name, asked.record), proposal.caller.userId);
    await descriptions.prepare([change.category]);
    const others = await store.read(async (reader) => ({
      baselines: await baselineProposals(reader, categories),
      same: (await sameProposals(reader, await otherOpenChanges(reader, [change]))).get(change) ?? [],
      naming: await changesNaming(reader, [asked]),
    }));
    return {
      diff: proposalDiff({ definition, name, operation, format, current, proposed, live, after }),
      findings: descriptions.findingsOf(change, asked, others),
    };
  };

  const diffsOf = async (
    reader: Tx,
    changeIds: readonly number[],
  ): Promise<ReadonlyMap<number, ChangeDiff>> => {
    const changes = await changeStore(reader).listed(changeIds);
    const live = await liveModels(reader, changes);
    const others = await otherOpenChanges(reader, changes.filter(isOpen));
    const same = await sameProposals(reader, others);
    const diffs = new Map<number, ChangeDiff>();
    for (const change of changes) {
      const row = live.get(keyOf(change)) ?? null;
      diffs.set(change.change_id, await diffOf(reader, change, row, same.get(change) ?? []));
    }
    return diffs;
  };

  return {
    /**
     * Lists one page of changes, in ascending id unless sorted by risk; `total` counts the changes of all
     * pages. The ids are chosen at the time of the call, and the changes are read as the caller consumes the
     * page.
     */
    list: async (by: ListedBy, page: Page): Promise<{ items: Pages<ReviewedChange>; total: number }> => {
      const { ids, total } =
        by.risks || by.sort
          ? await byRisk(by, page)
          : await store.read((reader) => changeStore(reader).pageOfIds(by, page));
      await prepareAll(ids);
      const items = inPages(ids, sizesOfChanges(store), (some) =>
        store.read(async (reader) => {
          const told = await descriptions.of(reader, await changeStore(reader).listed(some), 'linked');
          const byId = new Map(told.map((change) => [change.change_id, change]));
          return some.flatMap((id) => byId.get(id) ?? []);
        }),
      );
      return { items, total };
    },

    /** Counts the changes that pass the filter: all of them by status, and the pending ones also by risk. */
    counts: async (by: Omit<ListedBy, 'statuses' | 'risks' | 'sort'>): Promise<QueueCounts> => {
      const statuses = await store.read(async (reader) => {
        const count = (status: ChangeStatus) => changeStore(reader).count({ ...by, statuses: [status] });
        return {
          pending: await count('pending'),
          approved: await count('approved'),
          applied: await count('applied'),
          rejected: await count('rejected'),
        };
      });
      return { statuses, risks: await riskCounts(by, statuses.pending) };
    },

    /**
     * Maps the id of each change to its present risk, or to null for an applied or rejected change. Ids
     * without a change are not in the map.
     */
    risksOf,

    /**
     * Assesses risks as `risksOf` does, but with the cached usage figures only, so it does not wait for the
     * usage service.
     */
    risksAtHand,

    /**
     * Describes one change; null when there is no such change.
     *
     * @param askedBy the account on whose behalf the change's files are checked; absent: no files are checked
     */
    get: async (changeId: number, askedBy?: string): Promise<ReviewedChange | null> => {
      await lookAt(changeId, askedBy);
      await prepareAll([changeId]);
      return store.read(async (reader) => {
        const [change] = await descriptions.of(
          reader,
          await changeStore(reader).listed([changeId]),
          'linked',
        );
        return change ?? null;
      });
    },

    /** Compares a change with the live record; null when there is no such change. */
    diff: async (changeId: number, askedBy?: string): Promise<ChangeDiff | null> => {
      await lookAt(changeId, askedBy);
      const found = await store.read((reader) => diffsOf(reader, [changeId]));
      return found.get(changeId) ?? null;
    },

    /**
     * Compares changes with the live records, in the order of the ids. `diffs` reads the changes while the
     * caller iterates over it. `errors` lists the ids without a change; it is complete after the iteration.
     */
    diffs: (changeIds: readonly number[]) => {
      const errors: { change_id: number; error: string; error_type: string }[] = [];
      const diffs = inPages(changeIds, sizesOfChanges(store), async (some) => {
        const found = await store.read((reader) => diffsOf(reader, some));
        return some.flatMap((change_id) => {
          const diff = found.get(change_id);
          if (!diff) errors.push({ change_id, error: 'Change not found', error_type: 'NotFound' });
          return diff ?? [];
        });
      });
      return { diffs, total: changeIds.length, errors };
    },

    /**
     * Examines a proposal without storing it.
     * @throws RegistryError the error that `propose` would throw
     */
    dryRun: async (given: GivenProposal) => ({
      dry_run: true as const,
      ...(await preview(await store.read((reader) => proposalIn(reader, given)))),
    }),

    /** Like `dryRun`, for all the proposals that `make` makes from stored records. */
    dryRunAll: async (make: MakeProposals): Promise<DryRuns> => {
      const changes: DryRuns['changes'] = [];
      for (const proposal of await store.read(make)) changes.push(await preview(proposal));
      return { dry_run: true, changes };
    },
  };
}

/**
 * Returns what has changed in the live record since the record on which a change is based. Both are in the
 * change's format. Null when `recordOfHash` does not find that earlier record.
 */
async function changedSince(
  reader: Tx,
  change: ListedChange,
  current: JsonObject | null,
): Promise<FieldDiff[] | null> {
  if (change.base_hash === null) return diffRecords(null, current);
  const { category, model_name: name, payload_format: format } = change;
  const base = await recordOfHash(reader, { category, model_name: name }, format, change.base_hash);
  return base && diffRecords(shownStored(categoryOf(category), name, format, base), current);
}
