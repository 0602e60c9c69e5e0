import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '#client';
import { registry } from './client.ts';
import { session } from './session.ts';

export type BridgedRepository = components['schemas']['BridgeStatus']['repositories'][number];

const prefix = '/model_references/v2/operations/bridge';

/**
 * The time between two reads of the bridge's status, in seconds. `requested` applies while a requested sync
 * has not started, `default` otherwise.
 */
const refreshSeconds = { default: 10, requested: 1 };

export function useBridge() {
  const { id } = session.use();
  return useQuery({
    queryKey: ['bridge', id],
    queryFn: ({ signal }) => registry.request('get', prefix, { signal }),
    refetchInterval: ({ state }) => {
      const isSyncRequested = state.data?.repositories.some(({ asked }) => asked) ?? false;
      return (isSyncRequested ? refreshSeconds.requested : refreshSeconds.default) * 1000;
    },
  });
}

/** Asks the bridge to sync a repository now instead of at the next scheduled time. */
export function useBridgeSync() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (repository: BridgedRepository['repository']) =>
      registry.request('post', `${prefix}/sync`, { body: { repository } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['bridge'] }),
  });
}

/** Makes the bridge import a commit that it holds back because its files look damaged or change too much. */
export function useBridgeAccept() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { repository: BridgedRepository['repository']; commit: string }) =>
      registry.request('post', `${prefix}/accept`, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['bridge'] }),
  });
}
