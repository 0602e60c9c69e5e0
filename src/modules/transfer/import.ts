import { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import type { Categories } from '../../records/categories/index.ts';
import type { Store } from '../../store/store.ts';
import type { Tx, WriteTx } from '../../store/tx.ts';
import { appendEvents, appendNothing } from '../audit/index.ts';
import { metadataStore, modelStore, type NewModel } from '../catalog/index.ts';
import { catalogueStore, readBaselines } from '../catalogues/index.ts';
import { counterStore } from '../counters/index.ts';
import { createConflictEntries, inboxStore } from '../inbox/index.ts';
import type { GroupEntryKind } from '../names/index.ts';
import { type GroupEntryImport, type GroupPlan, planGroups, writeGroups } from './group-files.ts';
import {
  type CategoryPlan,
  type ImportedModel,
  type PlannedWrite,
  planCategory,
  type StoreReader,
} from './import-plan.ts';
import { findMissingBaselines } from './missing-baselines.ts';
import type { ReferenceFiles, SourceProblem } from './reference-source.ts';
import { repositoryFileStore } from './store.ts';

export interface ImportOptions {
  readonly categories: Categories;
  readonly canonicalFormat: CanonicalFormat;
  /** Unix seconds. */
  readonly now: number;
  /** Whether to skip invalid records and unreadable files, and import the rest. */
  readonly skipInvalid?: boolean;
  /**
   * Whether to delete the models that are not in the files of their category. Deletes nothing in a category
   * with an unreadable file.
   */
  readonly prune?: boolean;
  readonly dryRun?: boolean;
  /** Whether to append events to the audit trail. Default: true. */
  readonly audited?: boolean;
  /** The author in the audit trail. Default: `import`. */
  readonly userId?: string;
  /** Called repeatedly with the completed share of the phase, from 0 to 1. */
  readonly onProgress?: (phase: ImportPhase, share: number) => void;
}

/**
 * The phases of an import. `prepare`: checks and converts the records and compares them with the stored ones,
 * while others can write. `write`: runs the transaction; other writers wait until it ends.
 */
export type ImportPhase = 'prepare' | 'write';

/** A text model group entry written by the import. */
export interface ImportedGroupEntry {
  readonly kind: GroupEntryKind;
  readonly name: string;
  readonly operation: 'create' | 'update';
}

export interface ImportReport {
  readonly written: readonly ImportedModel[];
  readonly writtenGroupEntries: readonly ImportedGroupEntry[];
  /** Number of models and group entries that are not written because they already equal the files. */
  readonly unchanged: number;
  /** The problems of the skipped records. */
  readonly problems: readonly SourceProblem[];
  /** Warnings about imported records, for the user who runs the import. */
  readonly warnings: readonly SourceProblem[];
}

/** Counts the written models and group entries by operation. */
export function countsOf({ written, writtenGroupEntries, unchanged, problems }: ImportReport) {
  const allEntries = [...written, ...writtenGroupEntries];
  const count = (operation: string) => allEntries.filter((each) => each.operation === operation).length;
  return {
    created: count('create'),
    updated: count('update'),
    deleted: count('delete'),
    unchanged,
    leftOut: problems.length,
  };
}

/** Thrown if files or records cannot be imported; nothing was written. */
export class ImportRefused extends Error {
  readonly problems: readonly SourceProblem[];
  /** Whether `skipInvalid` would import the rest. */
  readonly canImportRest: boolean;

  constructor(problems: readonly SourceProblem[], { canImportRest = true } = {}) {
    const files = problems.filter(({ name }) => name === null).length;
    const records = problems.length - files;
    const countTexts = [
      ...(files > 0 ? [files === 1 ? '1 file' : `${files} files`] : []),
      ...(records > 0 ? [`${records} records`] : []),
    ];
    super(`${countTexts.join(' and ')} cannot be imported; nothing was written`);
    this.name = 'ImportRefused';
    this.problems = problems;
    this.canImportRest = canImportRest;
  }
}

/** The author of imports in the audit trail. */
const importUserId = 'import';

/**
 * Maximum number of attempts to write the plans. Plans are made before the transaction. If other writes make
 * them outdated, they are made again. In the last attempt, they are made inside the transaction.
 */
const maxAttempts = 3;

/**
 * Imports files: makes the live models equal to the records in the files and sorts them in the files' order,
 * in one transaction with an audit event for each changed or moved model. Skips models that already equal
 * their record apart from server-set metadata. A second import therefore changes nothing.
 *
 * All writes are planned before the transaction. If a category's content version changes before its plan is
 * written, the category is planned again; if the baselines change, all categories are.
 *
 * @throws ImportRefused if a file cannot be read or a record cannot be imported, and `skipInvalid` is not
 *   set; with `skipInvalid`, if no file can be read
 */
export async function importReferences(
  store: Store,
  source: ReferenceFiles,
  options: ImportOptions,
): Promise<ImportReport> {
  const plans = new ImportPlans(source, options);
  await plans.make((work) => store.read(work));
  const isEmptyImport = plans.writes().length + plans.groupWrites().length + source.texts.length === 0;
  if (options.dryRun || isEmptyImport) return plans.report();
  for (let attempt = 1; ; attempt += 1) {
    const isWritten = await store.write(async (writer) => {
      if (!(await plans.removeOutdated(writer))) {
        if (attempt < maxAttempts) return false;
        await plans.make((work) => work(writer));
      }
      await plans.write(writer);
      return true;
    });
    if (isWritten) return plans.report();
    await plans.make((work) => store.read(work));
  }
}

/** The plans for all categories that have files, and for all group entries. */
class ImportPlans {
  readonly #source: ReferenceFiles;
  readonly #options: ImportOptions;
  readonly #models = new Map<string, CategoryPlan>();
  #groups: (GroupPlan & { readonly version: number }) | null = null;
  /** Revision of the published baselines that the plans for models are based on. */
  #baselines = 0;
  #missingBaselines: ReturnType<typeof findMissingBaselines> = [];

  constructor(source: ReferenceFiles, options: ImportOptions) {
    this.#source = source;
    this.#options = options;
  }

  /**
   * Creates the plans that do not exist: all of them at the first call, later only those that
   * `removeOutdated` has removed.
   */
  async make(readStore: StoreReader): Promise<void> {
    const { models, groupEntries, problems, unreadCategories, doubtfulRows } = this.#source;
    const { categories } = this.#options;
    const { revision, known } = await readStore(async (reader) => ({
      revision: await readBaselineRevision(reader),
      known: await readBaselines(reader, categories),
    }));
    if (revision !== this.#baselines) this.#models.clear();
    this.#baselines = revision;
    this.#missingBaselines = findMissingBaselines(models, known);
    const missingFacts = this.#missingBaselines.map(({ facts }) => facts);
    const baselines =
      missingFacts.length === 0 ? known : new KnownBaselines([...known.list, ...missingFacts]);
    const { canonicalFormat, now, prune, onProgress, userId = importUserId } = this.#options;
    this.#groups ??= await readStore(async (reader) => ({
      ...(await planGroups(reader, groupEntries)),
      version: await counterStore(reader).current('groups'),
    }));
    let plannedCount = 0;
    const onModel = () => {
      plannedCount += 1;
      onProgress?.('prepare', plannedCount / models.length);
    };
    for (const [definition, categoryModels] of Map.groupBy(models, (model) => model.definition)) {
      if (this.#models.has(definition.name)) {
        plannedCount += categoryModels.length;
        continue;
      }
      // A model with an invalid record is still in its file, so it must not be deleted.
      const namesInFiles =
        prune && !unreadCategories.includes(definition.name)
          ? new Set([...categoryModels, ...problems].flatMap(({ name }) => name ?? []))
          : null;
      const categoryRows = doubtfulRows.filter(({ category }) => category === definition.name);
      const planOptions = {
        canonicalFormat,
        baselines,
        now,
        userId,
        namesToKeep: namesInFiles,
        doubtfulRows: categoryRows,
        onModel,
      };
      this.#models.set(
        definition.name,
        await planCategory(readStore, definition, categoryModels, planOptions),
      );
    }
    const { files } = this.#source;
    const canImportRest = files.length + groupEntries.length + models.length > 0;
    if (this.#problems().length > 0 && !(this.#options.skipInvalid && canImportRest)) {
      throw new ImportRefused(this.#problems(), { canImportRest });
    }
  }

  writes(): PlannedWrite[] {
    return [...this.#models.values()].flatMap(({ writes }) => writes);
  }

  groupWrites(): readonly GroupEntryImport[] {
    return this.#groups?.writes ?? [];
  }

  /** Removes the plans that are outdated because of other writes. Returns true if it removed none. */
  async removeOutdated(writer: WriteTx): Promise<boolean> {
    const versions = await modelStore(writer).versions();
    const isOutdated = (name: string, version: number) => (versions.get(name) ?? 0) !== version;
    const areBaselinesOutdated = (await readBaselineRevision(writer)) !== this.#baselines;
    const outdatedPlans = [...this.#models].filter(
      ([name, { version }]) => areBaselinesOutdated || isOutdated(name, version),
    );
    for (const [name] of outdatedPlans) this.#models.delete(name);
    const areGroupsCurrent = (await counterStore(writer).current('groups')) === this.#groups?.version;
    if (!areGroupsCurrent) this.#groups = null;
    return areGroupsCurrent && outdatedPlans.length === 0;
  }

  async write(writer: WriteTx): Promise<void> {
    const { audited = true, canonicalFormat, now, onProgress, userId = importUserId } = this.#options;
    const append = audited ? appendEvents : appendNothing;
    const totalCount = this.writes().length;
    let writtenCount = 0;
    for (const { definition, writes, order } of this.#models.values()) {
      for (let start = 0; start < writes.length; start += modelsPerChunk) {
        const chunk = writes.slice(start, start + modelsPerChunk);
        await writeModels(writer, definition.name, chunk, now);
        const events = chunk.map(({ event }) => event);
        await inboxStore(writer).add(await createConflictEntries(writer, await append(writer, events)));
        writtenCount += chunk.length;
        onProgress?.('write', writtenCount / totalCount);
      }
      if (order !== null) await modelStore(writer).reorder(definition.name, order);
    }
    const act = { domain: canonicalFormat, now, userId };
    const events = await writeGroups(writer, this.groupWrites(), act);
    await append(writer, events);
    for (const { fileName, text } of this.#source.texts) {
      await repositoryFileStore(writer).put(fileName, text, now);
    }
    onProgress?.('write', 1);
  }

  #problems(): SourceProblem[] {
    const modelProblems = [...this.#models.values()].flatMap(({ problems }) => problems);
    return [...this.#source.problems, ...(this.#groups?.problems ?? []), ...modelProblems];
  }

  report(): ImportReport {
    const plans = [...this.#models.values()];
    return {
      written: this.writes().map(({ imported }) => imported),
      writtenGroupEntries: this.groupWrites().map(({ kind, name, before }) => ({
        kind,
        name,
        operation: before ? 'update' : 'create',
      })),
      unchanged: plans.reduce((sum, { unchanged }) => sum + unchanged, this.#groups?.unchanged ?? 0),
      problems: this.#problems(),
      warnings: [
        ...this.#missingBaselines.map(({ warning }) => warning),
        ...plans.flatMap(({ renameWarnings }) => renameWarnings),
      ],
    };
  }
}

async function readBaselineRevision(reader: Tx): Promise<number> {
  return (await catalogueStore(reader).getHeads()).get('image_baseline')?.revision ?? 1;
}

/** Number of models written between two progress reports. */
const modelsPerChunk = 500;

async function writeModels(
  writer: WriteTx,
  category: string,
  writes: readonly PlannedWrite[],
  now: number,
): Promise<void> {
  const newModels: (NewModel & { position: number })[] = [];
  for (const { imported, position, texts } of writes) {
    const { name } = imported;
    if (texts === null) await modelStore(writer).delete(category, name);
    else if (position === null) await modelStore(writer).put({ category, name, ...texts }, now);
    else newModels.push({ category, name, position, ...texts });
  }
  await modelStore(writer).insertNew(category, newModels, now);
  const operations = writes.map(({ imported: { operation, name: model } }) => ({ operation, model, now }));
  await metadataStore(writer).record(category, operations);
}
