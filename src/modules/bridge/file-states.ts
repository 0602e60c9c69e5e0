import type { JsonObject } from '../../kernel/json.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import type { LegacyRecord } from '../../records/categories/category.ts';
import type { Tx } from '../../store/tx.ts';
import { modelStore } from '../catalog/index.ts';
import {
  type RecordFile,
  readRecordFile,
  repositoryFileStore,
  type WithLegacyForm,
} from '../transfer/index.ts';
import type { RepositoryFile } from './compare-records.ts';
import type { ModelState } from './file-changes.ts';
import { recordForFile } from './record-versions.ts';
import { bridgeStore } from './store.ts';
import type { BridgeRecord } from './tables.ts';

/** The state of a file and its models before a sync imports any commit. */
export interface FileState {
  /**
   * Names of the registry's models that are in the newest file, or were in the file when both sides last
   * agreed.
   */
  readonly knownNames: ReadonlySet<string>;
  /** All models of the category that have a legacy record in the registry, by name. */
  readonly liveModels: ReadonlyMap<string, ModelState>;
  /** Names of the models whose removal the bridge has proposed; the proposal is pending or rejected. */
  readonly requestedRemovals: ReadonlySet<string>;
  /** The file as last stored by the bridge or an import; null if never stored. */
  readonly storedFile: { readonly text: string; readonly file: RecordFile } | null;
}

/** Returns the state of a file as if the registry had just imported it. */
export function fileStateAfterImport({ definition, text, file }: RepositoryFile): FileState {
  const liveModels = new Map(
    [...file.records].map(([name, record]) => {
      const ours = recordForFile(definition, name, record);
      return [name, { base: ours, ours, proposed: null }] as const;
    }),
  );
  const knownNames = new Set([...liveModels.keys(), ...file.unreadableNames]);
  return { knownNames, liveModels, requestedRemovals: new Set(), storedFile: { text, file } };
}

/**
 * Reads the state of each file of a repository before a sync, by category. The sync compares every commit
 * with this same state, so that many small removals in separate commits add up to a large one.
 *
 * @param given.files the files of the newest commit of the sync
 * @param given.assumed the bridge's rows that `findInitialBases` found; a dry run does not store them
 */
export async function readFileStates(
  reader: Tx,
  repository: string,
  definitions: readonly WithLegacyForm[],
  {
    files,
    assumedRows,
    baselines,
  }: {
    readonly files: readonly RepositoryFile[];
    readonly assumedRows: readonly BridgeRecord[];
    readonly baselines: KnownBaselines;
  },
): Promise<Map<string, FileState>> {
  const stateByCategory = new Map<string, FileState>();
  for (const definition of definitions) {
    const { name: category, legacy } = definition;
    const rows = await modelStore(reader).list(category);
    const records = [
      ...assumedRows.filter((record) => record.category === category),
      ...(await bridgeStore(reader).records(repository, category)),
    ];
    const recordByName = new Map(records.map((record) => [record.name, record]));
    const headFile = files.find((file) => file.definition === definition);
    const liveModels = new Map(
      rows.flatMap(({ name, legacy: ours }) =>
        ours === null
          ? []
          : [[name, createModelState(definition, name, ours, recordByName.get(name))] as const],
      ),
    );
    const isInHeadFile = (name: string) =>
      headFile?.file.records.has(name) || headFile?.file.unreadableNames.has(name);
    const text = await repositoryFileStore(reader).get(legacy.fileName);
    stateByCategory.set(category, {
      knownNames: new Set(
        [...liveModels].flatMap(([name, { base }]) => (base !== null || isInHeadFile(name) ? [name] : [])),
      ),
      liveModels,
      requestedRemovals: new Set(
        records.flatMap(({ name, proposed }) => (proposed === 'null' ? [name] : [])),
      ),
      storedFile:
        text === null
          ? null
          : {
              text,
              file: text === headFile?.text ? headFile.file : readRecordFile(definition, text, baselines),
            },
    });
  }
  return stateByCategory;
}

function createModelState(
  definition: WithLegacyForm,
  name: string,
  ours: string,
  record: BridgeRecord | undefined,
): ModelState {
  const base = record?.base ?? null;
  return {
    base: base === null ? null : (JSON.parse(base) as JsonObject),
    ours: recordForFile(definition, name, JSON.parse(ours) as LegacyRecord),
    proposed: record?.proposed ?? null,
  };
}
