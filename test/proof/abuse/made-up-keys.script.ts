/**
 * npm run proof -- made-up-keys [seconds]
 *
 * 100 clients at once ask with random keys, against an identity service that takes 150 ms and allows 30 calls
 * a second, while an approver makes 200 requests. Ends with 1 when one of those is not answered 200, or their
 * 99th percentile is more than 100 ms over the one without the flood.
 */
import { startService, temporaryDirectory } from '../../../bench/service.ts';
import { approve, approver, flooded, type Seen, startLimitedIdentity } from './made-up-keys.ts';

const seconds = Number(process.argv[2]);
const requests = 200;

await using identity = await startLimitedIdentity({ perSecond: 30, takesMs: 150 });
const service = await startService(temporaryDirectory(), {
  MODELREF_AUTH_URL: identity.url,
  MODELREF_PENDING_QUEUE__APPROVER_IDS: approver.id,
  MODELREF_LOG_LEVEL: 'fatal',
});
try {
  await approve(service.url, 10, 0);
  const quiet = await approve(service.url, requests, 10);
  const passedOnBefore = identity.calls.answered;
  const [busy, flood] = await flooded(service.url, 100, () =>
    approve(service.url, requests, (seconds * 1000) / requests),
  );
  const { answered, limited } = identity.calls;
  const asked = Object.values(flood.statuses).reduce((sum, count) => sum + count, 0);
  console.log('before keys had places: in 25 s 14 × 503 for the approver, 64,299 calls passed on');
  show('quiet', quiet);
  show(`with the flood, ${seconds} s`, busy);
  console.log(`the flood: ${asked} requests, ${JSON.stringify(flood.statuses)}`);
  console.log(`503 without Retry-After: ${flood.withoutRetryAfter}`);
  console.log(`calls passed on: ${answered + limited - passedOnBefore}, of these answered 429: ${limited}`);
  const good = busy.statuses[200] === requests && busy.p99 - quiet.p99 < 100 && flood.withoutRetryAfter === 0;
  process.exitCode = good ? 0 : 1;
} finally {
  await service.stop();
}

function show(when: string, { statuses, p50, p99 }: Seen): void {
  console.log(
    `the approver, ${when}: ${JSON.stringify(statuses)}, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
  );
}
