/**
 * npm run proof -- abuse [requests] [seed]
 *
 * Sends requests made from the API document to every kind of deployment, and compares every answer with the
 * document.
 */
import { startTestApp } from '../../support/app.ts';
import { fuzz } from './openapi-fuzz.ts';

const requests = Number(process.argv[2]);
const seed = Number(process.argv[3]);

const deployments = [
  { name: 'canonical v2', settings: {} },
  { name: 'canonical legacy', settings: { canonicalFormat: 'legacy' } },
  { name: 'canonical legacy, no queue', settings: { canonicalFormat: 'legacy', queueEnabled: false } },
  {
    name: 'canonical v2, stale changes refused, four eyes',
    settings: { applyConflicts: 'reject', reviewPolicy: 'four_eyes' },
  },
] as const;

let defects = 0;
for (const [index, { name, settings }] of deployments.entries()) {
  const app = await startTestApp({ settings });
  try {
    const share = Math.ceil(requests / deployments.length);
    const result = await fuzz(app, seed + index, share);
    for (const defect of result.defects) console.error(defect);
    defects += result.defects.length;
    const counts = [...result.statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`);
    console.log(
      `${name}: ${result.requests} requests, ${result.defects.length} defects (${counts.join(', ')})`,
    );
  } finally {
    await app[Symbol.asyncDispose]();
  }
}
process.exitCode = defects === 0 ? 0 : 1;
