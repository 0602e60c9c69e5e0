import { expect, test } from 'vitest';
import { modelStore } from '../../../../src/modules/catalog/index.ts';
import { textsOf } from '../../../../src/records/model-views.ts';
import { startTestApp } from '../../../support/app.ts';
import {
  assign,
  contract,
  create,
  guidancePath as path,
  publishGuidance,
} from '../../../support/guidance.ts';

// On PostgreSQL, beside other work, it took 150 s.
test('holds 10 MB of profiles and 10,000 assignments', { timeout: 600_000 }, async () => {
  await using app = await startTestApp({ settings: { bodyLimitBytes: 64 * 1024 * 1024 } });
  const names = Array.from({ length: 10_000 }, (_, at) => `m/${at}`);
  await app.store.write(async (writer) => {
    for (const name of names) {
      const views = { v2: { record_type: 'text_generation', name }, legacy: { name, parameters: 0 } };
      await modelStore(writer).put({ category: 'text_generation', name, ...textsOf(views) }, 0);
    }
  });
  const tips = Array.from({ length: 50 }, (_, at) => `${at} ${'a tip. '.repeat(2_600)}`);
  await publishGuidance(app, {
    profile_changes: Array.from({ length: 12 }, (_, at) =>
      create(contract(`p${at}`, { user: { overview: '', use_cases: [], tips, caveats: [] } })),
    ),
    assignment_changes: names.map((name, at) => assign(name, `p${at % 12}`)),
  });
  const whole = await app.get(`${path}/export`);
  expect(whole.rawPayload.length).toBeGreaterThan(10_000_000);
  expect((await app.get(`${path}/assignments`)).json().total).toBe(10_000);
});
