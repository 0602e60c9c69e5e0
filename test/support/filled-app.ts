import { importReferences } from '../../src/modules/transfer/import.ts';
import { joinReferenceFiles } from '../../src/modules/transfer/reference-files.ts';
import type { SourceModel } from '../../src/modules/transfer/reference-source.ts';
import { categories, categoryNames } from '../../src/records/categories/index.ts';
import type { Settings } from '../../src/settings/settings.ts';
import { startTestApp, type TestApp } from './app.ts';
import { leastBody } from './least-bodies.ts';

/**
 * Starts a deployment with two models in each category, `live` and `gone`, whether or not it takes writes.
 */
export async function startFilledApp(settings: Partial<Settings>): Promise<TestApp> {
  const app = await startTestApp({ settings });
  const models = categories.flatMap((definition): SourceModel[] =>
    ['live', 'gone'].map((name) => ({
      definition,
      file: 'test',
      name,
      format: 'v2',
      record: leastBody(definition.name, name),
    })),
  );
  const source = { ...joinReferenceFiles([]), models };
  await importReferences(app.store, source, { canonicalFormat: 'v2', now: 1 });
  await app.service.context.catalog.refresh(categoryNames);
  return app;
}
