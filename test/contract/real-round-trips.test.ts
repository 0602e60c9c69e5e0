import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openReferenceDirectory } from '../../src/cli/reference-directory.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import { importReferences } from '../../src/modules/transfer/import.ts';
import { joinReferenceFiles, readReferenceFiles } from '../../src/modules/transfer/reference-files.ts';
import type { SourceModel } from '../../src/modules/transfer/reference-source.ts';
import type { CanonicalFormat, LegacyRecord } from '../../src/records/categories/category.ts';
import type { ChangeOperation } from '../../src/records/enums.ts';
import { parseInput } from '../../src/records/parse.ts';
import { hasBackendPrefix } from '../../src/records/text-names/index.ts';
import type { Store } from '../../src/store/store.ts';
import {
  baselines,
  categories,
  categoryNames,
  findCategory,
  usualCategories,
} from '../support/categories.ts';
import { legacyCategoryNames } from '../support/least-bodies.ts';
import { approver, idsOf, openQueue, type Queue, requestor } from '../support/queue.ts';
import { describeWithSharedData } from '../support/shared-data.ts';
import { temporaryStore } from '../support/temporary-store.ts';

type Shown = ReadonlyMap<string, string>;

/** What a value is made of: its fields, however deep, and of which kind they are. */
function traitsOf(value: unknown, path: string): string[] {
  if (value === null || typeof value !== 'object') {
    const kind =
      typeof value === 'string' ? `text ${/[^\x20-\x7e]/.test(value)} ${value === ''}` : typeof value;
    return [`${path}: ${value === null ? 'null' : kind}`];
  }
  const fields = Object.entries(value);
  if (fields.length === 0) return [`${path}: empty`];
  return fields.flatMap(([key, each]) =>
    traitsOf(each, Array.isArray(value) ? `${path}[]` : `${path}.${key}`),
  );
}

/** Those that have something which none before them has, every twentieth, and those that only v1 may read. */
function sampleOf(models: readonly SourceModel[]): readonly SourceModel[] {
  const seen = new Set<string>();
  return models.filter(({ definition, name, record }, at) => {
    const traits = traitsOf(record, definition.name);
    const isNew = traits.some((trait) => !seen.has(trait));
    for (const trait of traits) seen.add(trait);
    return isNew || at % 20 === 0 || onlyRead.includes(name);
  });
}

/** Types that the public files have and a v1 body may not have. */
const onlyRead = ['control_hough', 'NMKD_Siax', '4x_AnimeSharp', '4x_NMKD_Superscale_SP'];

/**
 * Records of every shape that the public files have go through the queue of a legacy-canonical deployment,
 * then that of a v2-canonical one, and back.
 */
describeWithSharedData('the real records', (folder) => {
  const atEnd: (() => Promise<void>)[] = [];
  let store: Store;
  let models: readonly SourceModel[];
  let deployments: Record<CanonicalFormat, Queue>;
  beforeAll(async () => {
    store = await temporaryStore((undo) => atEnd.push(undo));
    models = sampleOf(
      (await readReferenceFiles(await openReferenceDirectory(join(folder, 'legacy')), categories, null))
        .models,
    );
    deployments = {
      legacy: await openQueue(store, { canonicalFormat: 'legacy' }),
      v2: await openQueue(store, { canonicalFormat: 'v2' }),
    };
  });
  afterAll(async () => {
    for (const undo of atEnd) await undo();
  });

  /** What readers of a category get, by name. */
  async function read(format: CanonicalFormat, category: string): Promise<Shown> {
    const { catalog } = deployments[format];
    await catalog.refresh(categoryNames);
    return new Map(catalog.snapshot(format, category).records.map(({ name, text }) => [name, text]));
  }

  const readAll = async (format: CanonicalFormat) =>
    new Map(
      await Promise.all(legacyCategoryNames.map(async (name) => [name, await read(format, name)] as const)),
    );

  /** Queues, approves and applies all writes; gives the names of the records that a route would refuse. */
  async function write(
    format: CanonicalFormat,
    operation: ChangeOperation,
    records: readonly { category: string; name: string; record: unknown }[],
  ): Promise<string[]> {
    const { proposals, review, apply } = deployments[format];
    const refused: string[] = [];
    const accepted = records.flatMap(({ category, name, record }) => {
      const definition = findCategory(category);
      const schema = format === 'v2' ? definition?.record(baselines) : definition?.legacy?.body(baselines);
      const parsed = schema && parseInput<JsonObject>(schema, record, 'body');
      if (!parsed?.ok) {
        refused.push(name);
        return [];
      }
      const common = { category, operation, format, route: 'test', caller: requestor };
      return [{ ...common, name, record: parsed.value }];
    });
    const ids = idsOf(await proposals.proposeAll(accepted));
    if (ids.length === 0) return refused;
    await review.processBatch({ batch_title: 'all', approved_ids: ids }, approver);
    const { failure } = await apply.applyMany({ changeIds: ids }, approver);
    expect(failure).toBeNull();
    return refused;
  }

  const recordsOf = (shown: ReadonlyMap<string, Shown>) =>
    [...shown].flatMap(([category, records]) =>
      [...records]
        .filter(([name]) => category !== 'text_generation' || !hasBackendPrefix(name))
        .map(([name, text]) => ({ category, name, record: JSON.parse(text) as JsonObject })),
    );

  /** All but when and by whom each record was written last. */
  const lasting = (shown: ReadonlyMap<string, Shown>) =>
    recordsOf(shown).map(({ record: { metadata, ...record }, ...where }) => {
      const { updated_at: _at, updated_by: _by, ...created } = metadata as JsonObject;
      return { ...where, record: { ...record, metadata: created } };
    });

  it('lose nothing on their way from v1 to v2, and back, and again', async () => {
    const sent = models.map(({ definition, name, record }) => ({
      category: definition.name,
      name,
      record: definition.legacy?.createEntries(name, record as LegacyRecord)[0]?.[1],
    }));
    const refused = await write('legacy', 'create', sent);
    expect(refused.sort()).toEqual([...onlyRead].sort());
    await importReferences(
      store,
      { ...joinReferenceFiles([]), models: models.filter(({ name }) => refused.includes(name)) },
      { categories: usualCategories, canonicalFormat: 'legacy', now: 1 },
    );

    const legacy = await readAll('legacy');
    const byPlace = (records: readonly { category: string; name: string }[]) =>
      new Map(records.map((record) => [`${record.category} ${record.name}`, record]));
    expect(byPlace(recordsOf(legacy))).toEqual(byPlace(sent));
    const ofText = sent.filter(({ category }) => category === 'text_generation');
    expect(legacy.get('text_generation')?.size).toBe(3 * ofText.length);

    const current = await readAll('v2');
    expect(await write('v2', 'update', recordsOf(current))).toEqual([]);
    expect(await readAll('legacy')).toEqual(legacy);
    expect(lasting(await readAll('v2'))).toEqual(lasting(current));

    expect((await write('legacy', 'update', recordsOf(legacy))).sort()).toEqual([...onlyRead].sort());
    expect(await readAll('legacy')).toEqual(legacy);
    expect(lasting(await readAll('v2'))).toEqual(lasting(current));
  });
});
