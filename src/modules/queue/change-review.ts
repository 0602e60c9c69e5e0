import { type Pages, readInPages } from '../../kernel/concurrency/pages.ts';
import type { Categories } from '../../records/categories/index.ts';
import { filesOfRecord } from '../../records/files/record-file.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import type { ChangeSetKinds } from '../catalogues/index.ts';
import type { ChangeDescriptions } from './change-descriptions.ts';
import { compareWithLiveRecords } from './change-diffs.ts';
import { isOpen } from './change-rules.ts';
import { isChangeSet } from './change-sets.ts';
import { readProposedRecord } from './compare-changes.ts';
import { createDryRuns, type InspectFiles } from './dry-runs.ts';
import type { ChangeStatus } from './pending-change.ts';
import type { Proposals } from './proposals.ts';
import type { ChangeDiff, ReviewedChange } from './reviewed-change.ts';
import { type ChangeListOptions, createRiskLists } from './risk-lists.ts';
import type { QueueCounts } from './shapes.ts';
import { changeStore, createSizeReader } from './store.ts';
import type { Page } from './tables.ts';

/**
 * Creates the service that reads changes for the review: lists, risks, single changes, comparisons with the
 * live records, and dry runs of proposals. It writes nothing.
 */
export function createChangeReview({
  categories,
  store,
  descriptions,
  proposals,
  inspectFiles = async () => {},
  inspectsAutomatically = false,
  kinds = new Map(),
}: {
  readonly categories: Pick<Categories, 'baselines'>;
  readonly store: Store;
  readonly descriptions: ChangeDescriptions;
  readonly proposals: Pick<Proposals, 'preview' | 'previewChangeSet'>;
  readonly inspectFiles?: InspectFiles;
  /**
   * Whether the deployment checks the files of queued changes automatically. If so, `inspectFiles` is not
   * called.
   */
  readonly inspectsAutomatically?: boolean;
  /** Default: none. */
  readonly kinds?: ChangeSetKinds;
}) {
  const { prepareAll, readRisks, readCachedRisks, filterByRisk, countByRisk } = createRiskLists({
    store,
    descriptions,
  });
  const compareChanges = (reader: Tx, changeIds: readonly number[]) =>
    compareWithLiveRecords(reader, changeIds, { categories, descriptions, kinds });

  /**
   * Starts checks of the files of a pending or approved change on behalf of the account `askedBy`. Does
   * nothing when `askedBy` is absent, or when the deployment checks the files of all queued changes
   * automatically.
   */
  const inspectFilesOfChange = async (changeId: number, askedBy: string | undefined): Promise<void> => {
    if (inspectsAutomatically || askedBy === undefined) return;
    const files = await store.read(async (reader) => {
      const [change] = await changeStore(reader).listed([changeId]);
      if (!change || !isOpen(change) || isChangeSet(change)) return [];
      const v2 = await readProposedRecord(reader, change, categories.baselines);
      return v2 === null ? [] : filesOfRecord(change.category, change.model_name, v2);
    });
    await inspectFiles(files, askedBy);
  };

  return {
    /**
     * Lists one page of changes, in ascending order of id unless `sort` is set; `total` counts the changes of
     * all pages. Selects the ids when called, but reads the changes only as the caller consumes the page.
     */
    list: async (
      listOptions: ChangeListOptions,
      page: Page,
    ): Promise<{ items: Pages<ReviewedChange>; total: number }> => {
      const { ids, total } =
        listOptions.risks || listOptions.sort
          ? await filterByRisk(listOptions, page)
          : await store.read((reader) => changeStore(reader).pageOfIds(listOptions, page));
      await prepareAll(ids);
      const items = readInPages(ids, createSizeReader(store), (pageIds) =>
        store.read(async (reader) => {
          const descriptionsOfChanges = await descriptions.of(
            reader,
            await changeStore(reader).listed(pageIds),
            'linked',
          );
          const byId = new Map(descriptionsOfChanges.map((change) => [change.change_id, change]));
          return pageIds.flatMap((id) => byId.get(id) ?? []);
        }),
      );
      return { items, total };
    },

    /** Counts the changes that match the filter: by status, and pending ones also by risk. */
    counts: async (
      countOptions: Omit<ChangeListOptions, 'statuses' | 'risks' | 'sort'>,
    ): Promise<QueueCounts> => {
      const statusCounts = await store.read(async (reader) => {
        const count = (status: ChangeStatus) =>
          changeStore(reader).count({ ...countOptions, statuses: [status] });
        return {
          pending: await count('pending'),
          approved: await count('approved'),
          applied: await count('applied'),
          rejected: await count('rejected'),
        };
      });
      return { statuses: statusCounts, risks: await countByRisk(countOptions, statusCounts.pending) };
    },

    /**
     * Returns, by change id, the current risk of each change; null for an applied or rejected change. Ids
     * without a change are absent.
     */
    readRisks,

    /** Like `readRisks`, but uses only cached usage figures, so it never waits for the usage service. */
    readCachedRisks,

    /**
     * Describes one change; null when it does not exist.
     *
     * @param askedBy the account on whose behalf the change's files are checked; absent: no files are checked
     */
    get: async (changeId: number, askedBy?: string): Promise<ReviewedChange | null> => {
      await inspectFilesOfChange(changeId, askedBy);
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

    /** Compares a change with the live record; null when the change does not exist. */
    diff: async (changeId: number, askedBy?: string): Promise<ChangeDiff | null> => {
      await inspectFilesOfChange(changeId, askedBy);
      const diffById = await store.read((reader) => compareChanges(reader, [changeId]));
      return diffById.get(changeId) ?? null;
    },

    /**
     * Compares changes with the live records, in the order of the ids. `diffs` reads the changes during
     * iteration. `errors` lists the ids without a change; it is complete after the iteration.
     */
    diffs: (changeIds: readonly number[]) => {
      const errors: { change_id: number; error: string; error_type: string }[] = [];
      const diffs = readInPages(changeIds, createSizeReader(store), async (pageIds) => {
        const diffById = await store.read((reader) => compareChanges(reader, pageIds));
        return pageIds.flatMap((change_id) => {
          const diff = diffById.get(change_id);
          if (!diff) errors.push({ change_id, error: 'Change not found', error_type: 'NotFound' });
          return diff ?? [];
        });
      });
      return { diffs, total: changeIds.length, errors };
    },

    ...createDryRuns({ store, descriptions, proposals, inspectFiles }),
  };
}
