import type { Caller } from '../../kernel/caller.ts';
import type { requestSorts } from '../../records/enums.ts';
import { addChanges, type RequestsParts, readVisibleRequest, requestWithChanges } from './step.ts';
import { type RequestFilter, type RequestListPosition, requestStore } from './store.ts';

/** Creates the part of the service that reads requests. Only approvers see hidden ones. */
export function createRequestReads({ store }: Pick<RequestsParts, 'store'>) {
  return {
    get: (id: number, caller?: Caller) =>
      store.read(async (reader) => requestWithChanges(reader, await readVisibleRequest(reader, id, caller))),

    list: (
      filter: RequestFilter,
      {
        limit,
        ...place
      }: { sort: (typeof requestSorts)[number]; limit: number; after?: RequestListPosition },
    ) =>
      store.read(async (reader) => {
        const requests = await requestStore(reader).list(filter, { ...place, limit: limit + 1 });
        const items = requests.slice(0, limit);
        return {
          items: await addChanges(reader, items),
          total: await requestStore(reader).count(filter),
          next: requests.length > limit ? (items.at(-1) ?? null) : null,
        };
      }),

    /**
     * Lists the accounts that want the model of a request.
     * @param onlyUserId the id of one account: the list contains at most this account
     */
    supporters: (id: number, limit: number, after?: string, onlyUserId?: string) =>
      store.read(async (reader) => {
        await readVisibleRequest(reader, id);
        const requests = requestStore(reader);
        const accounts =
          onlyUserId === undefined
            ? await requests.supporters(id, limit + 1, after)
            : [(await requests.supporter(id, onlyUserId)) ?? []].flat();
        const items = accounts.slice(0, limit);
        return { items, next: accounts.length > limit ? (items.at(-1)?.user_id ?? null) : null };
      }),

    /**
     * Lists the steps of a request, including comments, the oldest first; at most `limit`. Omits the steps
     * `second` and `unsecond`.
     */
    steps: (id: number, limit: number, after?: number) =>
      store.read(async (reader) => {
        await readVisibleRequest(reader, id);
        const steps = await requestStore(reader).steps(id, limit + 1, after);
        const items = steps.slice(0, limit);
        return { items, next: steps.length > limit ? (items.at(-1)?.event_id ?? null) : null };
      }),
  };
}
