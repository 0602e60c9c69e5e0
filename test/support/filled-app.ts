import { importReferences } from '../../src/modules/transfer/import.ts';
import { joinReferenceFiles } from '../../src/modules/transfer/reference-files.ts';
import type { SourceModel } from '../../src/modules/transfer/reference-source.ts';
import type { Settings } from '../../src/settings/settings.ts';
import { readOnlyStore } from '../../src/store/store.ts';
import { startTestApp, type TestApp } from './app.ts';
import { categories, categoryNames, usualCategories } from './categories.ts';
import { minimalBody } from './least-bodies.ts';

/**
 * Starts a service with these settings. Its registry has two models in each category, named `live` and
 * `gone`. They are imported into the database directly, so the service itself may take no writes.
 *
 * @param from `standby` starts the service over a database that it cannot write to; default: it can
 */
export async function startFilledApp(settings: Partial<Settings>, from?: 'standby'): Promise<TestApp> {
  const app = await startTestApp({ settings });
  const models = categories.flatMap((definition): SourceModel[] =>
    ['live', 'gone'].map((name) => ({
      definition,
      file: 'test',
      name,
      format: 'v2',
      record: minimalBody(definition.name, name),
    })),
  );
  const source = { ...joinReferenceFiles([]), models };
  await importReferences(app.store, source, { categories: usualCategories, canonicalFormat: 'v2', now: 1 });
  await app.service.context.catalog.refresh(categoryNames);
  if (from !== 'standby') return app;
  const { databaseUrl } = app.settings;
  const reader = await startTestApp({
    settings: { ...settings, databaseUrl },
    overrides: { store: readOnlyStore(app.store) },
  });
  return {
    ...reader,
    [Symbol.asyncDispose]: async () => {
      await reader[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
  };
}
