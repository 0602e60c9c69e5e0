import { describe, expect, it } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { startUsageApp, type UsageApp } from '../support/usage-app.ts';
import { startUsageServer, type UsageMood } from '../support/usage-server.ts';
import { answers, images } from '../unit/http/usage-samples.ts';

const popular = '/api/model_references/v2/image_generation/popular';
const statistics = '/api/model_references/statistics/image_generation';
const risks = `${statistics}/deletion-risk`;
const withStats = `${statistics}/with-stats`;

/** No answer, an error, and an answer without data; what else may fail is in usage-client.test.ts. */
const faults: UsageMood[] = ['silent', 'error', 'nothing readable'];

const openSeconds = 120;

async function start(): Promise<UsageApp> {
  const service = await startUsageApp(answers);
  await service.app.seed('image_generation', ...images);
  return service;
}

async function read({ app }: UsageApp, path: string) {
  const { statusCode, body, headers } = await app.get(path);
  return { status: statusCode, body: JSON.parse(body), age: headers.age, retry: headers['retry-after'] };
}

/**
 * Calls that began before the service was well again may still fail, and open the circuit breaker once more.
 */
async function recover(service: UsageApp): Promise<void> {
  service.usage.mood = 'well';
  const ranking = async () => {
    service.passSeconds(openSeconds);
    return (await read(service, popular)).body.map(({ name }: { name: string }) => name);
  };
  await expect.poll(ranking).toEqual(['Busy', 'Unused', '10']);
}

describe.each(faults)('while the usage service is %s', (mood) => {
  it('nobody is popular, and risks are 503, or as old as the last good data; the rest goes on', async () => {
    await using service = await start();
    service.usage.mood = mood;
    expect(await read(service, popular)).toMatchObject({ status: 200, body: [] });
    for (const path of [risks, withStats]) {
      const { status, body } = await read(service, path);
      expect(status).toBe(503);
      expect(body.detail).toMatch(
        /^The usage service at 127\.0\.0\.1:\d+ (cannot be reached from here|gives no usable answer) \(.+\)\. Try again /,
      );
    }
    expect(await read(service, statistics)).toMatchObject({ status: 200, body: { total_models: 3 } });

    await recover(service);
    expect(await read(service, risks)).toMatchObject({ status: 200, age: '0' });
    expect(await read(service, withStats)).toMatchObject({ status: 200, age: '0' });

    const before = await read(service, risks);
    const usageBefore = await read(service, withStats);
    service.usage.mood = mood;
    service.passSeconds(3600);
    expect(await read(service, popular)).toMatchObject({ status: 200, body: [] });
    expect(await read(service, risks)).toEqual({ ...before, age: '3600' });
    expect(await read(service, withStats)).toEqual({ ...usageBefore, age: '3600' });
    // Old data is not kept as if it were new.
    service.passSeconds(10);
    expect(await read(service, risks)).toEqual({ ...before, age: '3610' });
    expect(await read(service, statistics)).toMatchObject({ status: 200 });

    await recover(service);
    expect(await read(service, risks)).toEqual(before);
  });
});

describe('the health of the usage service', () => {
  const health = async (service: UsageApp) => (await read(service, '/api/heartbeat')).body.ai_horde;
  const numbers = async ({ app }: UsageApp) => (await app.get('/metrics')).body;

  it('is in the heartbeat, the metrics and the log', async () => {
    await using service = await start();
    expect(await health(service)).toEqual({
      degraded: false,
      consecutive_failures: 0,
      seconds_until_retry: null,
    });
    service.usage.mood = 'error';
    for (const failures of [2, 4, 6]) {
      await read(service, risks);
      // Status and numbers are fetched apart: both fail, the first is the answer.
      await expect.poll(async () => (await health(service)).consecutive_failures).toBe(failures);
    }
    expect(await health(service)).toEqual({
      degraded: true,
      consecutive_failures: 6,
      seconds_until_retry: openSeconds,
    });
    expect(await numbers(service)).toContain('modelref_usage_degraded 1');
    expect(service.warnings).toHaveLength(6);
    expect(service.warnings[0]).toMatch(
      /^The usage service at .+ gives no usable answer \(it answered 500\)$/,
    );

    const asked = service.usage.asked.length;
    expect(await read(service, risks)).toMatchObject({ status: 503, retry: String(openSeconds) });
    expect(await read(service, popular)).toMatchObject({ status: 200, body: [] });
    expect(service.usage.asked).toHaveLength(asked);

    service.usage.mood = 'well';
    service.passSeconds(openSeconds);
    expect(await read(service, risks)).toMatchObject({ status: 200 });
    expect(await health(service)).toEqual({
      degraded: false,
      consecutive_failures: 0,
      seconds_until_retry: null,
    });
    expect(await numbers(service)).toContain('modelref_usage_degraded 0');
  });
});

it('as deployed, fetches are counted by outcome, and failures are logged', async () => {
  const usage = await startUsageServer(answers);
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => usage.close());
  const warnings: unknown[] = [];
  const onLog = ({ level, msg }: Record<string, unknown>) => level === 40 && warnings.push(msg);
  const settings = { usageUrl: usage.url, hordeApiCacheTtlSeconds: 0 };
  await using app = await startTestApp({ settings, onLog });
  await app.seed('image_generation', ...images);
  const counted = async (outcome: string) => {
    const { body } = await app.get('/metrics');
    const name = `modelref_usage_fetch_duration_seconds_count{outcome="${outcome}"}`;
    return Number(
      body
        .split('\n')
        .find((line) => line.startsWith(name))
        ?.slice(name.length) ?? 0,
    );
  };
  expect((await app.get(popular)).json()).toHaveLength(3);
  expect([await counted('ok'), await counted('failed')]).toEqual([2, 0]);
  usage.mood = 'forbidden';
  await app.get(risks);
  await expect.poll(() => counted('failed')).toBe(2);
  expect(warnings).toEqual(
    Array(2).fill(
      expect.stringMatching(/^The usage service at .+ gives no usable answer \(it answered 403\)$/),
    ),
  );
});
