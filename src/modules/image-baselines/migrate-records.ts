import { filterStrings, type JsonObject } from '../../kernel/json.ts';
import { viewsOf } from '../../records/model-views.ts';
import type { Tx, WriteTx } from '../../store/tx.ts';
import { registryUserId, type Trail } from '../audit/index.ts';
import type { ModuleContext } from '../base.ts';
import { modelStore, readLatestModelEvents } from '../catalog/index.ts';
import {
  baselineSection,
  type Catalogue,
  CatalogueDraft,
  readCurrentCatalogue,
  writeCatalogue,
} from '../catalogues/index.ts';
import { changeStore, rejectOpenChanges, writeLiveRecord } from '../queue/index.ts';
import { sentBaseline } from './change-set.ts';
import { imageBaselines } from './definition.ts';

/** The category of models that could contain baselines in releases before 0.4.0. */
const category = 'baseline';
const registry = { userId: registryUserId, username: registryUserId };
const reason =
  'Baselines are no longer records of a category: propose them with POST /model_references/v2/image_generation/baselines/change-sets.';

/**
 * Migrates the baselines of releases before 0.4.0, which stored them as records of a category. Records of
 * image baselines become entries of the catalogue. All records of the category are removed from the live
 * models, and pending or approved changes to them are rejected. A replica only deletes the records, because
 * it copies the catalogue of its primary.
 */
export async function migrateBaselineRecords({
  store,
  settings,
  clock,
  logger,
  append,
}: ModuleContext & Trail): Promise<void> {
  if (!store.writable || !(await store.read(hasRecords))) return;
  const isPrimary = settings.replicateMode === 'PRIMARY';
  const counts = await store.write(async (writer) => {
    const rows = await modelStore(writer).list(category);
    if (!isPrimary) {
      for (const { name } of rows) await modelStore(writer).delete(category, name);
      return { records: rows.length, rejected: 0 };
    }
    const act = { domain: settings.canonicalFormat, now: clock.now(), actor: registry };
    const before = await readCurrentCatalogue(writer, imageBaselines);
    const after = await applyRecords(
      writer,
      before,
      rows.map(({ v2 }) => JSON.parse(v2) as JsonObject),
      act.now,
    );
    if (rows.length > 0)
      await writeCatalogue(writer, imageBaselines, after, { ...act, jobId: null, change: null }, append);
    for (const row of rows) {
      const actor = {
        userId: registry.userId,
        requestId: null,
        change: null,
        domain: 'v2',
        now: act.now,
      } as const;
      const write = { category, name: row.name, before: viewsOf(row), after: null, ...actor };
      await writeLiveRecord(writer, write, append);
    }
    const rejectedIds = await rejectOpenChanges(writer, category, reason, act, append);
    return { records: rows.length, rejected: rejectedIds.length };
  });
  logger.warn(
    counts,
    'moved the records of the former category baseline to the catalogue of image baselines and rejected their open changes',
  );
}

async function hasRecords(reader: Tx): Promise<boolean> {
  if ((await modelStore(reader).counts()).has(category)) return true;
  const openFilter = { categories: [category], statuses: ['pending', 'approved'] } as const;
  return (await changeStore(reader).count(openFilter)) > 0;
}

/** Returns the catalogue with these baseline records applied. Keeps the fields that the records lack. */
async function applyRecords(
  writer: WriteTx,
  before: Catalogue,
  records: readonly JsonObject[],
  now: number,
): Promise<Catalogue> {
  const draft = new CatalogueDraft(before, { username: registry.username, now });
  const ownRecords = records.filter((record) => record.category === 'image_generation');
  const names = new Set(ownRecords.map(({ name }) => String(name)));
  // The baseline's record was deleted, so the baseline is not published again.
  for (const name of draft.section(baselineSection).keys()) {
    if (names.has(name)) continue;
    const events = await readLatestModelEvents(writer, { category, model_name: name }, 1);
    if (events.length > 0 && !(await isInUse(writer, name))) draft.remove(baselineSection, name);
  }
  const usedNames = new Set([...draft.section(baselineSection).keys(), ...names]);
  for (const record of ownRecords) {
    const name = String(record.name);
    const currentEntry = draft.section(baselineSection).get(name) ?? null;
    const spellings = [...filterStrings(record.spellings), ...filterStrings([record.legacy_spelling])];
    const alternative_names = [...new Set(spellings)].filter((each) => !usedNames.has(each));
    for (const each of alternative_names) usedNames.add(each);
    const { title: display_name = null, native_resolution = null } = record;
    const entry = sentBaseline.parse({
      ...currentEntry,
      name,
      display_name,
      native_resolution,
      alternative_names,
    }) as unknown as JsonObject;
    draft.put(baselineSection, name, entry);
  }
  for (const [name, entry] of draft.section(baselineSection)) {
    if (names.has(name)) continue;
    const alternative_names = filterStrings(entry.alternative_names);
    const remainingNames = alternative_names.filter((each) => each === name || !usedNames.has(each));
    if (remainingNames.length < alternative_names.length)
      draft.put(baselineSection, name, { ...entry, alternative_names: remainingNames });
  }
  return draft.finish();
}

async function isInUse(reader: Tx, name: string): Promise<boolean> {
  const rows = await modelStore(reader).list('image_generation');
  return rows.some(({ v2 }) => (JSON.parse(v2) as JsonObject).baseline === name);
}
