import { setTimeout as wait } from 'node:timers/promises';
import { createUsageClient, type UsageSource } from '../../src/outside/usage-client.ts';
import type { Settings } from '../../src/settings/settings.ts';
import { startTestApp, type TestApp } from './app.ts';
import { startUsageServer, type UsageAnswers, type UsageServer } from './usage-server.ts';

/**
 * The whole service beside a fake usage service. Both share a clock that stands still until a test moves it.
 */
export interface UsageApp extends AsyncDisposable {
  readonly app: TestApp;
  readonly usage: UsageServer;
  /** The service's client of the usage service. */
  readonly source: UsageSource;
  /** Texts with which `source` has reported failures. */
  readonly warnings: string[];
  passSeconds(seconds: number): void;
}

/**
 * The usage client's wait before it repeats a failed request, in milliseconds. It is always the shortest one
 * here, because `random` gives 0. It is skipped, as the clock stands still.
 */
const minRetryMs = 1000;

export async function startUsageApp(
  answers: UsageAnswers,
  options: { settings?: Partial<Settings> } = {},
): Promise<UsageApp> {
  const usage = await startUsageServer(answers);
  const time = { seconds: 1_800_000_000 };
  const warnings: string[] = [];
  const source = createUsageClient({
    baseUrl: usage.url,
    timeoutMs: 30_000,
    cacheTtlSeconds: 60,
    onFailure: (text) => void warnings.push(text),
    now: () => time.seconds * 1000,
    random: () => 0,
    timeout: usage.timeout,
    delay: async (ms, signal) => {
      // Readers wait longer for a new answer than the service would: a loaded machine may take so long.
      if (ms !== minRetryMs) await wait(60_000, undefined, { signal, ref: false });
    },
  });
  const app = await startTestApp({
    ...(options.settings && { settings: options.settings }),
    overrides: { usage: source, clock: { now: () => time.seconds } },
  });
  return {
    app,
    usage,
    source,
    warnings,
    passSeconds: (seconds) => {
      time.seconds += seconds;
    },
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]();
      await source.close();
      await usage.close();
    },
  };
}
