import type { Logger } from 'pino';
import { Counter, Gauge, Histogram } from 'prom-client';
import { createGuardedFetcher, type GuardedFetcher } from '../outside/guarded/guarded-fetcher.ts';
import {
  createIdentityClient,
  type IdentityClient,
  type IdentityHealth,
  type IdentityObserver,
} from '../outside/identity-client.ts';
import { createUsageClient } from '../outside/usage-client.ts';
import type { Metrics } from '../serving/metrics/metrics.ts';
import type { Settings } from '../settings/settings.ts';

export function openIdentity(settings: Settings, metrics: Metrics, timeoutMs?: number): IdentityClient {
  const observer = observeIdentity(metrics);
  const client = createIdentityClient({
    baseUrl: settings.authUrl,
    cacheTtlSeconds: settings.identityCacheTtlSeconds,
    observer,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  observer.follow(client.health);
  return client;
}

export function openUsage(
  { authUrl, usageUrl, hordeApiTimeoutSeconds, hordeApiCacheTtlSeconds }: Settings,
  { logger, metrics }: { logger: Logger; metrics: Metrics },
) {
  return createUsageClient({
    baseUrl: usageUrl ?? authUrl,
    timeoutMs: hordeApiTimeoutSeconds * 1000,
    cacheTtlSeconds: hordeApiCacheTtlSeconds,
    onFailure: (text) => logger.warn(text),
    onFetch: metrics.usage.fetched,
  });
}

/**
 * Creates the client that fetches files and pages from third-party hosts. The settings specify its tokens and
 * the private hosts that it may call.
 */
export function openRemoteFiles(settings: Settings): GuardedFetcher {
  const { hfToken, civitaiToken } = settings;
  return createGuardedFetcher({
    allowedHosts: settings.privateHosts,
    tokens: {
      ...(hfToken === null ? {} : { 'huggingface.co': hfToken }),
      ...(civitaiToken === null ? {} : { 'civitai.com': civitaiToken }),
    },
  });
}

/** Creates the client that fetches showcase pictures: without tokens, and from public hosts only. */
export function openPictureFiles(): GuardedFetcher {
  return createGuardedFetcher();
}

/**
 * Creates the metrics of the identity client. The client reports its events by calling `called`, `refused`
 * and `believed`. The code that opens the client calls `follow` once, with a function that returns the
 * client's state; `follow` adds metrics of this state.
 */
function observeIdentity({
  registry,
}: Pick<Metrics, 'registry'>): IdentityObserver & { follow(health: () => IdentityHealth): void } {
  const registers = [registry];
  const calls = new Histogram({
    name: 'modelref_identity_call_duration_seconds',
    help: 'Duration of calls to the identity service, by outcome; `known`: for API keys that were recently valid.',
    labelNames: ['keys', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10],
    registers,
  });
  const refusedKeys = new Counter({
    name: 'modelref_identity_refused_total',
    help: 'API keys refused without a check, by reason: too many waiting, rate limit of the identity service, or too many failures.',
    labelNames: ['keys', 'reason'],
    registers,
  });
  const cacheAcceptances = new Counter({
    name: 'modelref_identity_believed_total',
    help: 'Requests accepted with a cached valid API key while the identity service did not answer.',
    registers,
  });
  return {
    called: (keys, outcome, seconds) => calls.observe({ keys, outcome }, seconds),
    refused: (keys, reason) => refusedKeys.inc({ keys, reason }),
    acceptedFromCache: () => cacheAcceptances.inc(),
    follow: (health) => {
      new Gauge({
        name: 'modelref_identity_waiting',
        help: 'API keys waiting to be checked by the identity service.',
        labelNames: ['keys'],
        registers,
        collect() {
          const { waiting } = health();
          for (const [keys, count] of Object.entries(waiting)) this.set({ keys }, count);
        },
      });
      new Gauge({
        name: 'modelref_identity_degraded',
        help: '1 while calls to the identity service are suspended because it asked for a pause or fails too often.',
        registers,
        collect() {
          this.set(health().degraded ? 1 : 0);
        },
      });
    },
  };
}
