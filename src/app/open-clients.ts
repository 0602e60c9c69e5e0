import type { Logger } from 'pino';
import { createGuardedFetcher, type GuardedFetcher } from '../outside/guarded/guarded-fetcher.ts';
import { createIdentityClient, type IdentityClient } from '../outside/identity-client.ts';
import { createUsageClient } from '../outside/usage-client.ts';
import type { Metrics } from '../serving/metrics/metrics.ts';
import type { Settings } from '../settings/settings.ts';
import { observeIdentity } from './identity-metrics.ts';

export function openIdentity(settings: Settings, metrics: Metrics): IdentityClient {
  const observer = observeIdentity(metrics);
  const client = createIdentityClient({
    baseUrl: settings.authUrl,
    cacheTtlSeconds: settings.identityCacheTtlSeconds,
    staleSeconds: settings.identityStaleSeconds,
    unknownPerSecond: settings.identityUnknownPerSecond,
    unknownWaiting: settings.identityUnknownWaiting,
    observer,
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

/** Files and pages on other people's hosts, within the fence that the settings move. */
export function openRemoteFiles(settings: Settings): GuardedFetcher {
  const { hfToken, civitaiToken } = settings;
  return createGuardedFetcher({
    allowedHosts: settings.fileHostsAllowPrivate,
    mirrors: settings.fileHostMirrors,
    tokens: {
      ...(hfToken === null ? {} : { 'huggingface.co': hfToken }),
      ...(civitaiToken === null ? {} : { 'civitai.com': civitaiToken }),
    },
  });
}
