import { expect, test } from 'vitest';
import { startTestApp } from '../../support/app.ts';
import { approve, approver, flooded, startLimitedIdentity } from './made-up-keys.ts';

test('while 100 clients make keys up, an approver is answered, and few keys are passed on', async () => {
  await using identity = await startLimitedIdentity({ perSecond: 30, takesMs: 150 });
  await using app = await startTestApp({
    settings: { port: 0, authUrl: identity.url, approverIds: [approver.id], identityCacheTtlSeconds: 1 },
  });
  const url = await app.service.listen();
  await approve(url, 1, 0);
  const began = performance.now();
  const [seen, flood] = await flooded(url, 100, () => approve(url, 30, 50));
  const seconds = (performance.now() - began) / 1000;
  expect(seen.statuses).toEqual({ 200: 30 });
  expect(Object.keys(flood.statuses).filter((status) => !['401', '503'].includes(status))).toEqual([]);
  expect(flood.withoutRetryAfter).toBe(0);
  // What the setting allows, what may come at once, and the approver's own.
  expect(identity.calls.answered).toBeLessThanOrEqual(10 * seconds + 10 + 30);
  expect(identity.calls.limited).toBe(0);
  const metrics = await app.get('/metrics');
  expect(metrics.body).toMatch(/modelref_identity_refused_total\{keys="unknown",reason="no_place"\} [1-9]/);
  expect(metrics.body).toMatch(
    /modelref_identity_call_duration_seconds_count\{keys="unknown",outcome="invalid"\} [1-9]/,
  );
  expect(metrics.body).toMatch(/modelref_identity_waiting\{keys="known"\} 0/);
});
