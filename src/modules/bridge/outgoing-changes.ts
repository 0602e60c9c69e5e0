import type { JsonObject } from '../../kernel/json.ts';
import { formatCanonicalJson } from '../../kernel/same-json.ts';
import type { ContentRepository, FileText } from '../../outside/content-repository.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import type { LegacyRecord } from '../../records/categories/category.ts';
import { findDamage } from '../../records/damaged-text.ts';
import { diffRecords } from '../../records/diff.ts';
import { contentHash } from '../../records/hash.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { auditStore } from '../audit/index.ts';
import { changeStore } from '../queue/index.ts';
import {
  editRecordFile,
  type FileVersion,
  generateDbJson,
  isCsv,
  ModelDates,
  readRecordFile,
} from '../transfer/index.ts';
import {
  type BridgedRepository,
  type BridgeProblem,
  companionFiles,
  createProblem,
  modData,
} from './bridged-repository.ts';
import type { ComparedFile, ComparedModel } from './compare-records.ts';
import { compareSides, isSameRecord, recordForFile } from './record-versions.ts';

/** A model that the bridge adds, changes or removes in the repository. */
export interface OutgoingModel {
  readonly category: string;
  readonly name: string;
  readonly change: 'added' | 'changed' | 'removed';
}

export interface OutgoingChanges {
  /** The new texts of the files to change in the repository, by file name. */
  readonly files: ReadonlyMap<string, string>;
  readonly models: readonly OutgoingModel[];
  /** The hash of the changes to models that the bridge sends to the repository. */
  readonly changesHash: string;
  readonly problems: readonly BridgeProblem[];
  /**
   * True if `db.json` cannot be generated from the changed `models.csv`. Nothing is then sent, because the
   * repository's checks reject changes without a matching `db.json`.
   */
  readonly isStopped: boolean;
  /**
   * Time (Unix seconds) of the latest write to any of the sent models; 0 if none is sent. The commit is not
   * dated earlier.
   */
  readonly time: number;
}

/**
 * Plans new texts for the repository's files: their current texts with the registry's changes. A field that
 * only the repository has changed keeps the repository's value, and a model in conflict keeps the
 * repository's record. The plan removes a model only if an applied change or a direct write deleted it from
 * the registry.
 */
export async function planOutgoing(
  store: Pick<Store, 'read'>,
  files: readonly ComparedFile[],
  texts: ReadonlyMap<string, FileText>,
  baselines: KnownBaselines,
): Promise<OutgoingChanges> {
  const changedTexts = new Map<string, string>();
  const models: OutgoingModel[] = [];
  const requestedModels: RequestedModel[] = [];
  const problems: BridgeProblem[] = [];
  let [time, isStopped] = [0, false];
  for (const { definition, text, file, models: comparedModels } of files) {
    const { fileName } = definition.legacy;
    const targetRecords = new Map(file.records);
    const changes: (RequestedModel & { readonly row: ComparedModel['row'] })[] = [];
    for (const model of comparedModels) {
      const verdict = compareSides(model);
      if (verdict.kind !== 'ours' && verdict.kind !== 'both') continue;
      const { name, theirs, row } = model;
      const record = verdict.merged as LegacyRecord | null;
      if (record === null) {
        const isRequested = await store.read((reader) => isRemovalRequested(reader, definition.name, name));
        if (!isRequested) {
          const reason =
            'is no longer in the registry, but no change has deleted it: it is not removed from the repository';
          problems.push(createProblem(fileName, reason, name));
          continue;
        }
        targetRecords.delete(name);
      } else {
        targetRecords.set(name, { ...record, name: record.name ?? name });
      }
      changes.push({ category: definition.name, name, theirs, merged: record, row });
    }
    if (changes.length === 0) continue;
    const candidateText = editRecordFile(definition, text, targetRecords, baselines);
    const { records: candidateRecords } = readRecordFile(definition, candidateText, baselines);
    for (const { row, ...change } of changes) {
      const { category, name, theirs, merged } = change;
      const exportedRecord = candidateRecords.get(name);
      if (
        merged !== null &&
        isSameRecord(exportedRecord ? recordForFile(definition, name, exportedRecord) : null, theirs)
      ) {
        const fields = diffRecords(theirs, merged).map(({ field_path }) => field_path);
        problems.push(
          createProblem(fileName, `cannot contain the changed fields: ${fields.join(', ')}`, name),
        );
        const originalRecord = file.records.get(name);
        if (originalRecord) targetRecords.set(name, originalRecord);
        else targetRecords.delete(name);
        continue;
      }
      models.push({ category, name, change: kindOfChange(theirs, merged) });
      requestedModels.push(change);
      time = Math.max(time, row?.updated_at ?? 0);
    }
    const editedText = editRecordFile(definition, text, targetRecords, baselines);
    if (editedText === text) continue;
    changedTexts.set(fileName, editedText);
    const generatedText = isCsv(definition.legacy) ? generateText(editedText, texts) : null;
    if (generatedText === null) continue;
    if ('text' in generatedText) changedTexts.set(companionFiles.generated, generatedText.text);
    else isStopped = true;
  }
  return {
    files: changedTexts,
    models,
    changesHash: hashRequestedChanges(requestedModels),
    problems,
    isStopped,
    time,
  };
}

function kindOfChange(theirs: ComparedModel['theirs'], record: JsonObject | null): OutgoingModel['change'] {
  if (record === null) return 'removed';
  return theirs === null ? 'added' : 'changed';
}

/**
 * Returns the `db.json` generated from a `models.csv`, or the reason why the generator stops. Returns null if
 * the repository has no `db.json`.
 */
function generateText(
  csv: string,
  texts: ReadonlyMap<string, FileText>,
): ReturnType<typeof generateDbJson> | null {
  const [current, defaults, generationParams] = [
    companionFiles.generated,
    companionFiles.defaults,
    companionFiles.generationParams,
  ].map((name) => texts.get(name));
  if (typeof current !== 'string') return null;
  if (typeof defaults !== 'string' || typeof generationParams !== 'string') {
    const missingFile =
      typeof defaults === 'string' ? companionFiles.generationParams : companionFiles.defaults;
    return { line: 1, reason: `${missingFile} is not in the repository` };
  }
  return generateDbJson(csv, { defaults, generationParams });
}

const maxReadEvents = 20;

/**
 * Returns whether an applied change or a direct write deleted the model. Returns false if an import removed
 * it last, even if a change had deleted it before.
 */
async function isRemovalRequested(reader: Tx, category: string, name: string): Promise<boolean> {
  const events = await auditStore(reader).events(
    { category, model_name: name, of_models: true },
    maxReadEvents,
    'descending',
  );
  const deletion = events.find(({ operation }) => operation === 'delete');
  if (deletion !== undefined) return deletion.logical_user_id !== 'import';
  // Without an audit trail, use the queue.
  const deletionIds = await changeStore(reader).ids({
    categories: [category],
    model_name_exact: name,
    operations: ['delete'],
    statuses: ['applied'],
  });
  return deletionIds.length > 0;
}

/**
 * A change to a model that the bridge sends to the repository. `theirs`: the repository's current record;
 * null if the repository does not have the model. `merged`: the new record; null to remove the model.
 */
interface RequestedModel {
  readonly category: string;
  readonly name: string;
  readonly theirs: JsonObject | null;
  readonly merged: JsonObject | null;
}

/**
 * Hashes the changes that the bridge sends to the repository: the models, and the new values of their fields.
 * Other commits to the branch do not change the hash.
 */
function hashRequestedChanges(models: readonly RequestedModel[]): string {
  const items = models.map(({ category, name, theirs, merged }) => {
    const diffs = merged === null ? null : diffRecords(theirs, merged);
    const values = diffs?.map(({ field_path, new_value }) => [field_path, new_value]) ?? null;
    return formatCanonicalJson([category, name, values]);
  });
  return contentHash(items.sort().join('\n'));
}

/**
 * Compares the image repository's `model_mod_data.json` with the dates computed from the history. If they
 * differ (for instance because a squash merge replaced a commit named in the file), adds a problem to the
 * plan. If the plan sends models, their commits correct the file; otherwise, also adds the corrected file to
 * the plan.
 */
export async function addDates(
  { kind, content }: BridgedRepository,
  head: string,
  plan: OutgoingChanges,
): Promise<OutgoingChanges> {
  if (kind !== 'image') return plan;
  const committedText = (await content.files(head, [modData.generated])).get(modData.generated);
  const withProblem = (reason: string) => ({
    ...plan,
    problems: [...plan.problems, createProblem(modData.generated, reason)],
  });
  if (typeof committedText === 'symbol') return withProblem(`is ${committedText.description}`);
  if (typeof committedText !== 'string') return plan;
  const generatedDates = await generateModDataText(content, head, null);
  if (committedText === generatedDates) return plan;
  const damage = findDamage(committedText, 'json');
  const planWithProblem = damage
    ? { ...plan, problems: [...plan.problems, { file: modData.generated, name: null, ...damage }] }
    : withProblem('differs from the git history, for example after a squash merge');
  if (plan.models.length > 0) return planWithProblem;
  // The hash does not depend on the file's text. Otherwise, once curators have rejected the file, the bridge
  // would send it again after every commit.
  return {
    ...planWithProblem,
    files: new Map([[modData.generated, generatedDates]]),
    changesHash: contentHash(modData.generated),
  };
}

/**
 * Compares the text repository's `db.json` with the output of its generator for `models.csv`. Returns one
 * problem if they differ or the generator stops with an error; otherwise an empty list.
 */
export function findGeneratedProblems(texts: ReadonlyMap<string, FileText>): BridgeProblem[] {
  const csv = texts.get('models.csv');
  const generatedText = typeof csv === 'string' ? generateText(csv, texts) : null;
  if (generatedText === null) return [];
  if ('reason' in generatedText) {
    const { line, reason } = generatedText;
    const stopReason = `${reason}: the generator of ${companionFiles.generated} stops here; nothing is pushed until this is corrected`;
    return [{ file: 'models.csv', name: null, line, reason: stopReason }];
  }
  if (generatedText.text === texts.get(companionFiles.generated)) return [];
  return [createProblem(companionFiles.generated, 'differs from what its generator makes of models.csv')];
}

/**
 * Generates the text of `model_mod_data.json` from the history up to `head`.
 * @param next a commit to count as the newest although the history does not have it yet; null for none
 */
export async function generateModDataText(
  content: ContentRepository,
  head: string,
  next: FileVersion | null,
): Promise<string> {
  const dates = new ModelDates(await computeDates(content, head));
  if (next) dates.add(next);
  return dates.text();
}

/**
 * Number of versions of a file that are read at a time, so that a long history is never completely in memory.
 */
const versionChunkSize = 50;

/**
 * The latest result of `computeDates`; the next call continues from it. `ids`: the ids of the commits that
 * were read, in order. `dates`: the models' dates after the last of these commits. The result never becomes
 * outdated, because a commit id determines the commit's content.
 */
let cachedDates: { readonly ids: readonly string[]; readonly dates: ModelDates } = {
  ids: [],
  dates: new ModelDates(),
};

/**
 * Computes the dates of the models from the history up to `head`. If this history begins with the commits of
 * the latest result, reads only the later commits: the full history has hundreds of versions of a large file.
 */
async function computeDates(content: ContentRepository, head: string): Promise<ModelDates> {
  const history = await content.history(head, modData.source);
  const reusableDates = cachedDates.ids.every((id, index) => history[index]?.id === id) ? cachedDates : null;
  const dates = new ModelDates(reusableDates?.dates);
  for (let at = reusableDates?.ids.length ?? 0; at < history.length; at += versionChunkSize) {
    const historyChunk = history.slice(at, at + versionChunkSize);
    const texts = await content.versions(
      historyChunk.map(({ id }) => id),
      modData.source,
    );
    for (const [index, { id, time }] of historyChunk.entries()) {
      const text = texts[index];
      dates.add({ commit: id, time, text: typeof text === 'string' ? text : null });
    }
  }
  cachedDates = { ids: history.map(({ id }) => id), dates };
  return dates;
}
