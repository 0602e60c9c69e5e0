import type { JsonObject } from '../../kernel/json.ts';
import { formatCanonicalJson } from '../../kernel/same-json.ts';
import type { ContentRepository, FileText } from '../../outside/content-repository.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import type { LegacyRecord } from '../../records/categories/category.ts';
import { findDamage } from '../../records/damaged-text.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { auditStore } from '../audit/index.ts';
import { type ModelRow, modelStore, stateAfter } from '../catalog/index.ts';
import {
  findPossiblyPresent,
  type RecordFile,
  readRecordFile,
  type WithLegacyForm,
} from '../transfer/index.ts';
import { type BridgeProblem, createProblem } from './bridged-repository.ts';
import { isSameRecord, type RecordVersions, recordForFile } from './record-versions.ts';
import { bridgeStore } from './store.ts';
import type { BridgeRecord } from './tables.ts';

/** A model, with its record in the repository's file and its record in the registry. */
export interface ComparedModel extends RecordVersions {
  readonly name: string;
  /** The model's row in the registry; null if the registry has no legacy record of it. */
  readonly row: ModelRow | null;
  /** The bridge's stored row for the model; null if there is none. */
  readonly bridgeRow: BridgeRecord | null;
}

/** A readable file of a commit. */
export interface RepositoryFile {
  readonly definition: WithLegacyForm;
  readonly text: string;
  readonly file: RecordFile;
}

/** A readable file of the repository, with both sides' records of each of its models. */
export interface ComparedFile extends RepositoryFile {
  /**
   * All models that are in the registry, in the file, or in the bridge's stored rows. The registry's models
   * come first, in the registry's order. Excludes models that an unreadable row of the file may contain.
   */
  readonly models: readonly ComparedModel[];
}

export interface RepositoryFiles {
  readonly files: readonly RepositoryFile[];
  readonly problems: readonly BridgeProblem[];
}

/**
 * Reads the files of a commit. Absent and unreadable files are not in `files`, so that their models do not
 * count as removed.
 */
export function readRepositoryFiles(
  definitions: readonly WithLegacyForm[],
  texts: ReadonlyMap<string, FileText>,
  baselines: KnownBaselines,
): RepositoryFiles {
  const files: RepositoryFile[] = [];
  const problems: BridgeProblem[] = [];
  for (const [file, text] of texts) {
    if (typeof text !== 'symbol') continue;
    problems.push(createProblem(file, `is ${text.description}`));
  }
  const recordFileNames = new Set<string>(definitions.map(({ legacy }) => legacy.fileName));
  for (const [file, text] of texts) {
    if (typeof text !== 'string' || recordFileNames.has(file)) continue;
    const damage = findDamage(text, 'json');
    if (damage) problems.push({ file, name: null, ...damage });
  }
  for (const definition of definitions) {
    const { fileName } = definition.legacy;
    const text = texts.get(fileName) ?? null;
    if (typeof text !== 'string') continue;
    const file = readRecordFile(definition, text, baselines);
    problems.push(...file.problems.map((problem) => ({ file: fileName, ...problem })));
    if (file.isReadable) files.push({ definition, text, file });
  }
  return { files, problems };
}

/**
 * Reads the repository's and the registry's records of all models in the category of each file, including
 * models that are missing from the file.
 * @param allAssumedRecords the rows that `findInitialBases` found; used for models without a stored row
 */
export async function compareRecords(
  reader: Tx,
  repository: string,
  theirs: RepositoryFiles,
  allAssumedRecords: readonly BridgeRecord[] = [],
): Promise<ComparedFile[]> {
  const comparedFiles: ComparedFile[] = [];
  for (const { definition, text, file } of theirs.files) {
    const rows = await modelStore(reader).list(definition.name);
    const liveRows = new Map(rows.flatMap((row) => (row.legacy === null ? [] : [[row.name, row] as const])));
    const records = await bridgeStore(reader).records(repository, definition.name);
    const assumedRecords = allAssumedRecords.filter(({ category }) => category === definition.name);
    const recordByName = new Map([...assumedRecords, ...records].map((record) => [record.name, record]));
    const names = new Set([...liveRows.keys(), ...file.records.keys(), ...recordByName.keys()]);
    const possiblyPresentNames = findPossiblyPresent(
      file,
      [...names].filter((name) => !file.records.has(name)),
    );
    const models = [...names]
      .filter((name) => !file.unreadableNames.has(name) && !possiblyPresentNames.has(name))
      .map((name) =>
        compareModel(definition, name, { file, row: liveRows.get(name), bridgeRow: recordByName.get(name) }),
      );
    comparedFiles.push({ definition, text, file, models });
  }
  return comparedFiles;
}

function compareModel(
  definition: WithLegacyForm,
  name: string,
  versions: { file: RecordFile; row: ModelRow | undefined; bridgeRow: BridgeRecord | undefined },
): ComparedModel {
  const theirs = versions.file.records.get(name);
  const ours = versions.row?.legacy;
  const base = versions.bridgeRow?.base ?? null;
  return {
    name,
    row: versions.row ?? null,
    bridgeRow: versions.bridgeRow ?? null,
    base: base === null ? null : (JSON.parse(base) as JsonObject),
    theirs: theirs ? recordForFile(definition, name, theirs) : null,
    ours: ours ? recordForFile(definition, name, JSON.parse(ours) as LegacyRecord) : null,
  };
}

/**
 * Maximum number of commits that `findInitialBases` reads in the history of each file, starting with the
 * newest.
 */
const maxCommits = 1000;

const maxStates = 20;

/**
 * At the first sync, finds a base for each model whose records differ in the repository and the registry. The
 * base is the record from which both sides diverged; it shows which side has changed the model since.
 *
 * The base is the newest record in the file's history that the registry has or had. If no such record exists
 * and the model is no longer in the file, the base is the model's last record in the file.
 *
 * Without bases, a registry that was filled from an old state of the files would propose its outdated records
 * to the repository.
 *
 * @returns a bridge row for each model with a base
 */
export async function findInitialBases(
  store: Pick<Store, 'read'>,
  content: ContentRepository,
  repository: string,
  head: string,
  files: readonly ComparedFile[],
  baselines: KnownBaselines,
): Promise<BridgeRecord[]> {
  const bases: BridgeRecord[] = [];
  for (const { definition, models } of files) {
    const statesByName = new Map<string, readonly JsonObject[]>();
    for (const { bridgeRow, theirs, ours, name } of models) {
      if (bridgeRow !== null || ours === null || isSameRecord(theirs, ours)) continue;
      statesByName.set(name, [ours, ...(await readEarlierStates(store, definition, name))]);
    }
    const addBase = (name: string, record: JsonObject) => {
      statesByName.delete(name);
      const noProposal = { proposed: null, change_id: null, conflict: 0, declined: 0 };
      bases.push({
        repository,
        category: definition.name,
        name,
        base: formatCanonicalJson(record),
        ...noProposal,
      });
    };
    const latestRecords = new Map<string, JsonObject>();
    const { fileName } = definition.legacy;
    const history = statesByName.size === 0 ? [] : (await content.history(head, fileName)).slice(-maxCommits);
    for (const { id } of history.reverse()) {
      if (statesByName.size === 0) break;
      const [text] = await content.versions([id], fileName);
      if (typeof text !== 'string') continue;
      const { records } = readRecordFile(definition, text, baselines);
      for (const [name, states] of statesByName) {
        const record = records.get(name);
        if (!record) continue;
        const pastRecord = recordForFile(definition, name, record);
        if (states.some((state) => isSameRecord(pastRecord, state))) addBase(name, pastRecord);
        else if (!latestRecords.has(name)) latestRecords.set(name, pastRecord);
      }
    }
    // The two sides never had equal records of these models, and the models are missing from the file now.
    // With this base, both sides count as changed, so reviewers decide.
    const removedNames = new Set(models.filter(({ theirs }) => theirs === null).map(({ name }) => name));
    for (const [name, past] of latestRecords)
      if (statesByName.has(name) && removedNames.has(name)) addBase(name, past);
  }
  return bases;
}

/** Returns the model's records in the registry after each of its latest audit events. */
async function readEarlierStates(
  store: Pick<Store, 'read'>,
  definition: WithLegacyForm,
  name: string,
): Promise<JsonObject[]> {
  const filter = { category: definition.name, model_name: name, of_models: true } as const;
  const events = await store.read((tx) => auditStore(tx).events(filter, maxStates, 'descending'));
  return events.flatMap((event) => {
    const record = stateAfter(event, 'legacy');
    return record ? [recordForFile(definition, name, record as LegacyRecord)] : [];
  });
}
