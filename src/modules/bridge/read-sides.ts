import type { JsonObject } from '../../kernel/json.ts';
import type { FileText } from '../../outside/content-repository.ts';
import type { LegacyRecord } from '../../records/categories/category.ts';
import type { Tx } from '../../store/tx.ts';
import { type ModelRow, modelStore } from '../catalog/index.ts';
import { mayBeThere, type RecordFile, readRecordFile, type WithLegacyForm } from '../transfer/index.ts';
import type { BridgeProblem } from './bridged-repository.ts';
import { inFile, type Sides } from './sides.ts';
import { bridgeStore } from './store.ts';
import type { BridgeRecord } from './tables.ts';

/** One model of a file, on both sides. */
export interface SeenModel extends Sides {
  readonly name: string;
  /** The live model; null when there is none. */
  readonly row: ModelRow | null;
  /** What the bridge knows of it; null before it was first seen. */
  readonly known: BridgeRecord | null;
}

/** A file of a commit that can be read. */
export interface TheirFile {
  readonly definition: WithLegacyForm;
  readonly text: string;
  readonly file: RecordFile;
}

/** A file of the repository that can be read, beside its category here. */
export interface SeenFile extends TheirFile {
  /** In the order of the registry, then of the file; without those of which nothing can be read. */
  readonly models: readonly SeenModel[];
}

export interface TheirFiles {
  readonly files: readonly TheirFile[];
  readonly problems: readonly BridgeProblem[];
}

/** What the files of a commit say. One that is not there, or cannot be read, says nothing of any model. */
export function readTheirFiles(
  definitions: readonly WithLegacyForm[],
  texts: ReadonlyMap<string, FileText>,
): TheirFiles {
  const files: TheirFile[] = [];
  const problems: BridgeProblem[] = [];
  for (const [file, text] of texts) {
    if (typeof text !== 'symbol') continue;
    problems.push({ file, line: null, name: null, reason: `is ${text.description}` });
  }
  for (const definition of definitions) {
    const { fileName } = definition.legacy;
    const text = texts.get(fileName) ?? null;
    if (typeof text !== 'string') continue;
    const file = readRecordFile(definition, text);
    problems.push(...file.problems.map((problem) => ({ file: fileName, ...problem })));
    if (file.readable) files.push({ definition, text, file });
  }
  return { files, problems };
}

/**
 * Both sides of every model of a repository.
 * @param assumed taken to be known, where nothing is
 */
export async function readSides(
  reader: Tx,
  repository: string,
  theirs: TheirFiles,
  assumed: readonly BridgeRecord[] = [],
): Promise<SeenFile[]> {
  const seen: SeenFile[] = [];
  for (const { definition, text, file } of theirs.files) {
    const rows = await modelStore(reader).list(definition.name);
    const live = new Map(rows.flatMap((row) => (row.legacy === null ? [] : [[row.name, row] as const])));
    const records = await bridgeStore(reader).records(repository, definition.name);
    const before = assumed.filter(({ category }) => category === definition.name);
    const known = new Map([...before, ...records].map((record) => [record.name, record]));
    const names = new Set([...live.keys(), ...file.records.keys(), ...known.keys()]);
    const unread = mayBeThere(
      file,
      [...names].filter((name) => !file.records.has(name)),
    );
    const models = [...names]
      .filter((name) => !file.unreadable.has(name) && !unread.has(name))
      .map((name) => seenModel(definition, name, { file, row: live.get(name), known: known.get(name) }));
    seen.push({ definition, text, file, models });
  }
  return seen;
}

function seenModel(
  definition: WithLegacyForm,
  name: string,
  found: { file: RecordFile; row: ModelRow | undefined; known: BridgeRecord | undefined },
): SeenModel {
  const theirs = found.file.records.get(name);
  const ours = found.row?.legacy;
  const base = found.known?.base ?? null;
  return {
    name,
    row: found.row ?? null,
    known: found.known ?? null,
    base: base === null ? null : (JSON.parse(base) as JsonObject),
    theirs: theirs ? inFile(definition, name, theirs) : null,
    ours: ours ? inFile(definition, name, JSON.parse(ours) as LegacyRecord) : null,
  };
}
