import { inPages, type Pages } from '../../kernel/concurrency/pages.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { Store } from '../../store/store.ts';
import type { ChangeDescriptions, ReviewedChange } from './change-descriptions.ts';
import { type ChangeStatus, type RiskLevel, riskLevels } from './pending-change.ts';
import { changeStore, sizesOfChanges } from './store.ts';

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

/** The changes of the queue as reviewers see them: listed, by risk, one by one. Reads only. */
export interface ChangeLists {
  /**
   * A page of the changes, in ascending id; `total` counts before paging. They are read when they are taken,
   * those of the time of the call.
   */
  list(by: ListedBy, offset: number, limit: number): Promise<{ items: Pages<ReviewedChange>; total: number }>;
  /** The risk of changes by id, null for decided ones; those that are no change are absent. */
  risksOf(changeIds: readonly number[]): Promise<ReadonlyMap<number, RiskLevel | null>>;
  /** The same with what is at hand of usage: nobody is asked for it, so nothing is waited for. */
  risksAtHand(changeIds: readonly number[]): Promise<ReadonlyMap<number, RiskLevel | null>>;
  /** Null when there is no such change. */
  get(changeId: number): Promise<ReviewedChange | null>;
}

export interface ChangeListsOptions {
  readonly store: Store;
  readonly descriptions: ChangeDescriptions;
}

/** Changes whose risk is assessed for one list. */
const mostAssessed = 2_000;

export function createChangeLists({ store, descriptions }: ChangeListsOptions): ChangeLists {
  /** Before the risk of these changes is told. */
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

  /** The ids of one page of what has such a risk, or in the order of it. */
  const byRisk = async (
    by: ListedBy,
    { risks, sort, offset, limit }: RankedBy & { offset: number; limit: number },
  ): Promise<{ ids: number[]; total: number }> => {
    const found = await store.read((reader) =>
      changeStore(reader).pageOfIds(by, { offset: 0, limit: mostAssessed }),
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

  return {
    list: async ({ risks, sort, ...by }, offset, limit) => {
      const { ids, total } =
        risks || sort
          ? await byRisk(by, { risks, sort, offset, limit })
          : await store.read((reader) => changeStore(reader).pageOfIds(by, { offset, limit }));
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

    risksOf,

    risksAtHand,

    get: async (changeId) => {
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
  };
}
