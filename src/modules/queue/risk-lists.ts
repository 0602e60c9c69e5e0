import { readInPages } from '../../kernel/concurrency/pages.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { Store } from '../../store/store.ts';
import type { ChangeDescriptions } from './change-descriptions.ts';
import { type RiskLevel, riskLevels } from './pending-change.ts';
import type { QueueCounts } from './shapes.ts';
import { changeStore, createSizeReader } from './store.ts';
import type { ChangeFilter, Page } from './tables.ts';

/** Filters and sort order of a list of changes. */
export interface ChangeListOptions extends Omit<ChangeFilter, 'operations' | 'model_name_exact' | 'domain'> {
  /**
   * Lists only pending and approved changes with one of these risks. At most `maxAssessedChanges` changes may
   * match the other filters.
   */
  readonly risks?: readonly RiskLevel[];
  /**
   * `risk`: sorts by descending risk, then by ascending id, with applied and rejected changes last. At most
   * `maxAssessedChanges` changes may match the other filters.
   */
  readonly sort?: 'risk';
}

/**
 * Largest number of changes whose risks are assessed for one list or one count. A list of more changes is
 * refused, and a count of more changes is null.
 */
const maxAssessedChanges = 2_000;

/** Assesses the risks of many changes, to filter, sort and count by risk. */
export function createRiskLists({
  store,
  descriptions,
}: {
  readonly store: Store;
  readonly descriptions: ChangeDescriptions;
}) {
  /** Fetches the usage figures that the risks of these changes depend on. */
  const prepareAll = async (ids: readonly number[]): Promise<void> => {
    const heads = await store.read((reader) => changeStore(reader).heads(ids));
    await descriptions.prepare(heads.map(({ category }) => category));
  };

  const readCachedRisks = async (ids: readonly number[]): Promise<ReadonlyMap<number, RiskLevel | null>> => {
    const risks = new Map<number, RiskLevel | null>();
    const pages = readInPages(ids, createSizeReader(store), (pageIds) =>
      store.read(async (reader) => descriptions.of(reader, await changeStore(reader).listed(pageIds))),
    );
    for await (const page of pages) for (const { change_id: id, risk } of page) risks.set(id, risk);
    return risks;
  };

  const readRisks = async (ids: readonly number[]): Promise<ReadonlyMap<number, RiskLevel | null>> => {
    await prepareAll(ids);
    return readCachedRisks(ids);
  };

  /**
   * Filters and sorts changes by risk. Returns the ids of one page, and the total number of matching changes.
   * @throws RegistryError `bad_request` when more than `maxAssessedChanges` changes match the other filters
   */
  const filterByRisk = async (
    { risks, sort, ...by }: ChangeListOptions,
    { offset, limit }: Page,
  ): Promise<{ ids: number[]; total: number }> => {
    const matches = await store.read((reader) =>
      changeStore(reader).pageOfIds(by, { offset: 0, limit: maxAssessedChanges }),
    );
    if (matches.total > maxAssessedChanges) {
      throw new RegistryError(
        'bad_request',
        `Filters and order by risk support at most ${maxAssessedChanges} changes, and ${matches.total} match: add filters.`,
      );
    }
    const rankedChanges: { id: number; rank: number }[] = [];
    for (const [id, risk] of await readRisks(matches.ids)) {
      if (risks && (risk === null || !risks.includes(risk))) continue;
      rankedChanges.push({ id, rank: risk === null ? -1 : riskLevels.indexOf(risk) });
    }
    if (sort === 'risk') rankedChanges.sort((a, b) => b.rank - a.rank || a.id - b.id);
    return {
      ids: rankedChanges.slice(offset, offset + limit).map(({ id }) => id),
      total: rankedChanges.length,
    };
  };

  const countByRisk = async (
    listOptions: ChangeListOptions,
    pendingCount: number,
  ): Promise<QueueCounts['risks']> => {
    if (pendingCount > maxAssessedChanges) return null;
    const ids = await store.read((reader) =>
      changeStore(reader).ids({ ...listOptions, statuses: ['pending'] }),
    );
    const counts = { low: 0, look: 0, high: 0 };
    for (const risk of (await readRisks(ids)).values()) if (risk !== null) counts[risk] += 1;
    return counts;
  };

  return { prepareAll, readRisks, readCachedRisks, filterByRisk, countByRisk };
}
