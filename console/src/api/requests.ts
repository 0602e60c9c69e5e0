import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ModelRequest, RequestDecision, RequestState, Wish } from '#client';
import { registry } from './client.ts';
import { useCaller } from './roles.ts';
import { keepPreviousOf, session } from './session.ts';
import type { CategoryParameter } from './types.ts';

export type { ModelRequest, RequestDecision, RequestLook, RequestState, RequestStep, Wish } from '#client';

const pageSize = 50;

export interface RequestsFilter {
  readonly sort: 'wanted' | 'newest';
  readonly category?: string | undefined;
  readonly state?: RequestState[] | undefined;
  /** If true, lists only the requests that approvers have hidden; if false, only the others. */
  readonly hidden: boolean;
  /** The id of an account. If set, lists only the requests that this account supports. */
  readonly wantedBy?: string | undefined;
}

export function useRequests({ hidden, wantedBy, category, ...filter }: RequestsFilter) {
  const { id } = session.use();
  const query = {
    ...filter,
    category: category as CategoryParameter | undefined,
    wanted_by: wantedBy,
    limit: pageSize,
  };
  return useInfiniteQuery({
    queryKey: ['requests', 'list', id, hidden, query],
    queryFn: ({ pageParam: cursor, signal }) =>
      hidden
        ? registry.request('get', '/model_references/v2/requests/hidden', {
            query: { ...query, cursor },
            signal,
          })
        : registry.requests.page({ ...query, cursor }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousOf(id),
  });
}

export function useRequest(id: number) {
  return useQuery({
    queryKey: ['requests', 'one', id],
    queryFn: ({ signal }) => registry.requests.get(id, { signal }),
  });
}

const supportersPath = '/model_references/v2/requests/{request_id}/seconds';

/** Loads the accounts that support a request, page by page. */
export function useSupporters(id: number) {
  return useInfiniteQuery({
    queryKey: ['requests', 'seconds', id],
    queryFn: ({ pageParam: cursor, signal }) =>
      registry.request('get', supportersPath, {
        path: { request_id: id },
        query: { cursor, limit: pageSize },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
}

/**
 * Returns whether the caller supports a request. Undefined until the response is loaded; false for a caller
 * who is not signed in.
 */
export function useIsSupporter(id: number): boolean | undefined {
  const { user, signedIn } = useCaller();
  const { data } = useQuery({
    queryKey: ['requests', 'wants', id, user?.user_id],
    queryFn: async ({ signal }) => {
      const query = { user_id: user?.user_id ?? '' };
      const { items } = await registry.request('get', supportersPath, {
        path: { request_id: id },
        query,
        signal,
      });
      return items.length > 0;
    },
    enabled: user !== null,
  });
  return signedIn ? data : false;
}

/** Loads the comments and steps of a request, page by page. */
export function useSteps(id: number) {
  return useInfiniteQuery({
    queryKey: ['requests', 'steps', id],
    queryFn: ({ pageParam: cursor, signal }) =>
      registry.request('get', '/model_references/v2/requests/{request_id}/steps', {
        path: { request_id: id },
        query: { cursor, limit: pageSize },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
}

/**
 * Loads the models and requests that already match `wish`, the model that the user is about to request. Loads
 * nothing while `wish` is null.
 */
export function useRequestCheck(wish: Wish | null) {
  const { id } = session.use();
  return useQuery({
    queryKey: ['requests', 'look', id, wish],
    queryFn: ({ signal }) => registry.requests.look(wish ?? {}, { signal }),
    enabled: wish !== null,
    placeholderData: wish === null ? undefined : keepPreviousOf(id),
    retry: false,
  });
}

/** A mutation that creates or changes a model request, then reloads all shown requests. */
function useWrite<Input>(write: (input: Input) => Promise<ModelRequest>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSettled: () => client.invalidateQueries({ queryKey: ['requests'] }),
  });
}

export const useCreateRequest = () =>
  useWrite((wish: Wish & { readonly why?: string | undefined; readonly anyway?: boolean | undefined }) =>
    registry.requests.ask(wish),
  );

/** Adds the caller's support and reason to a request or, with `wants` false, withdraws it. */
export const useSupport = (id: number) =>
  useWrite(({ wants, why }: { readonly wants: boolean; readonly why?: string | undefined }) =>
    wants ? registry.requests.second(id, why) : registry.requests.unsecond(id),
  );

export const useComment = (id: number) => useWrite((text: string) => registry.requests.comment(id, text));

export const useDecide = (id: number) =>
  useWrite((decision: RequestDecision) => registry.requests.decide(id, decision));

/** Links a request to the change that proposes its model. */
export const useLinkChange = (id: number) =>
  useWrite((changeId: number) => registry.requests.propose(id, changeId));
