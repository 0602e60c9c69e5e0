import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { registry } from './client.ts';
import { keepPreviousOf, session } from './session.ts';

const prefix = '/model_references/v2/operations';

/** Seconds between two reads of the status or the webhook deliveries on an operators' page. */
const refreshSeconds = 10;

export function useOperationsStatus() {
  const { id } = session.use();
  return useQuery({
    queryKey: ['operations', id, 'status'],
    queryFn: ({ signal }) => registry.request('get', `${prefix}/status`, { signal }),
    refetchInterval: refreshSeconds * 1000,
  });
}

type Metrics = NonNullable<ReturnType<typeof useOperationsStatus>['data']>['metrics'];

/** Maximum number of samples in memory: those of half an hour. */
const maxSamples = 180;
const samples: { readonly at: number; readonly metrics: Metrics }[] = [];

/**
 * Adds `metrics` to the samples, and returns the samples of the last half hour, oldest first. An operators'
 * page adds a sample every `refreshSeconds`. A restart of the service removes the earlier samples.
 */
export function addSample(metrics: Metrics, at: number): readonly Metrics[] {
  if (samples.at(-1)?.metrics.started_at !== metrics.started_at) samples.length = 0;
  if (samples.at(-1)?.at !== at) samples.push({ at, metrics });
  if (samples.length > maxSamples) samples.shift();
  return samples.map((each) => each.metrics);
}

export type DeliveryState = 'waiting' | 'delivered' | 'failed';

export function useDeliveries(filter: { state?: DeliveryState | undefined; target?: string | undefined }) {
  const { id } = session.use();
  return useQuery({
    queryKey: ['operations', id, 'webhooks', filter],
    queryFn: ({ signal }) => registry.request('get', `${prefix}/webhooks`, { query: filter, signal }),
    refetchInterval: refreshSeconds * 1000,
    placeholderData: keepPreviousOf(id),
  });
}

/**
 * Redelivers the webhook deliveries that match the given state, target and event. Without a state and an
 * event, only failed deliveries match.
 */
export function useReplay() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { state?: DeliveryState; target?: string; event_id?: number }) =>
      registry.request('post', `${prefix}/webhooks/replay`, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['operations'] }),
  });
}
