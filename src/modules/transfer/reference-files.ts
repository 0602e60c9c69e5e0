import type { ReferenceSource } from '../../outside/reference-url.ts';
import type { CanonicalFormat, CategoryDefinition } from '../../records/categories/category.ts';
import { extraCategoryNames, formerCategories } from '../../records/categories/extra-categories.ts';
import { readCsvFile, readJsonFile } from './category-file.ts';
import { compareCompanions } from './companion-files.ts';
import { readGroupFiles } from './group-files.ts';
import { isV2 } from './record-format.ts';
import type { CollectedFiles, ReferenceFiles } from './reference-source.ts';
import { isCsv, type WithLegacyForm } from './repository-files/record-file.ts';
import { createSourceReader, type SourceReader, unreadable } from './source-reader.ts';

/**
 * Reads all model reference files of a source: files of the legacy repositories (`stable_diffusion.json`,
 * `clip.json`, `models.csv` …), files of the v2 layout (`<category>.json`, and the text model group files
 * `text_generation_group_….json`), or both. Searches the top folder of the source; if it has no such file,
 * the folders `image` and `text`. Reports unreadable files in `problems` and their categories in `unread`.
 *
 * @param format the format of the JSON files; null to detect each file's format from its content
 */
export function readReferenceFiles(
  source: ReferenceSource,
  definitions: readonly CategoryDefinition[],
  format: CanonicalFormat | null,
): Promise<ReferenceFiles> {
  return readFilesOf(definitions, source, definitions, format);
}

/**
 * Reads the files of some categories, like `readReferenceFiles`.
 * @param servedCategories all categories of the registry
 */
async function readFilesOf(
  definitions: readonly CategoryDefinition[],
  source: ReferenceSource,
  servedCategories: readonly CategoryDefinition[],
  format: CanonicalFormat | null,
): Promise<ReferenceFiles> {
  const collectedFiles: CollectedFiles = {
    files: [],
    texts: [],
    models: [],
    groupEntries: [],
    problems: [],
    unreadCategories: [],
    doubtfulRows: [],
    warnings: [],
  };
  const reader = createSourceReader(source, collectedFiles);
  for (const folders of [[''], ['image/', 'text/']]) {
    for (const folder of folders) {
      await readRecordFiles(reader, folder, definitions, format, collectedFiles);
      await readGroupFiles(reader, folder, collectedFiles);
      if (!isEmpty(collectedFiles)) await warnOfExtraFiles(reader, folder, servedCategories, collectedFiles);
    }
    if (!isEmpty(collectedFiles)) break;
  }
  return collectedFiles;
}

/** Returns whether a source has no files to import. */
export function isEmpty({ files, groupEntries, problems }: ReferenceFiles): boolean {
  return files.length + groupEntries.length + problems.length === 0;
}

export function joinReferenceFiles(sources: readonly ReferenceFiles[]): ReferenceFiles {
  return {
    files: sources.flatMap(({ files }) => files),
    texts: sources.flatMap(({ texts }) => texts),
    models: sources.flatMap(({ models }) => models),
    groupEntries: sources.flatMap(({ groupEntries }) => groupEntries),
    problems: sources.flatMap(({ problems }) => problems),
    unreadCategories: sources.flatMap(({ unreadCategories }) => unreadCategories),
    doubtfulRows: sources.flatMap(({ doubtfulRows }) => doubtfulRows),
    warnings: sources.flatMap(({ warnings }) => warnings),
  };
}

/**
 * Reads the record files of all categories in one folder of a source, and adds their records and problems to
 * `collectedFiles`.
 */
async function readRecordFiles(
  source: SourceReader,
  folder: string,
  definitions: readonly CategoryDefinition[],
  format: CanonicalFormat | null,
  collectedFiles: CollectedFiles,
): Promise<void> {
  const firstFileIndex = collectedFiles.files.length;
  const withoutLegacyForm: { category: string; file: string; reason: string }[] = [];
  for (const definition of definitions) {
    const presentFiles: { file: string; text: string }[] = [];
    let isUnreadable = false;
    for (const fileName of listFileNames(definition)) {
      const text = await source.read(folder + fileName);
      // An unreadable file makes the category unread only if no preceding file was read: `db.json` repeats
      // `models.csv`.
      if (text === unreadable) isUnreadable ||= presentFiles.length === 0;
      else if (text !== null) presentFiles.push({ file: source.label(folder + fileName), text });
    }
    const [firstFile, ...otherFiles] = presentFiles;
    if (isUnreadable) collectedFiles.unreadCategories.push(definition.name);
    if (isUnreadable || !firstFile) continue;
    const addProblem = (reason: string) => {
      collectedFiles.problems.push({ file: firstFile.file, name: null, reason });
      collectedFiles.unreadCategories.push(definition.name);
    };
    // A legacy JSON file beside a CSV file only repeats the rows of the CSV file; a v2 file does not.
    const conflictingFiles = firstFile.file.endsWith('.csv')
      ? otherFiles.filter(({ text }) => isV2(definition, text))
      : otherFiles;
    if (conflictingFiles.length > 0) {
      const files = [firstFile, ...conflictingFiles].map(({ file }) => file).join(', ');
      addProblem(`several files of the category ${definition.name} (${files}): keep only one`);
    } else if (firstFile.file.endsWith('.csv')) {
      const reason = readCsvFile(definition as WithLegacyForm, firstFile, collectedFiles);
      if (reason === null) await compareCompanions(source, folder, firstFile.text, collectedFiles);
      else addProblem(reason);
    } else {
      const reason = readJsonFile(definition, firstFile, format, collectedFiles);
      if (reason === null) continue;
      if (definition.legacy) addProblem(reason);
      else withoutLegacyForm.push({ category: definition.name, file: firstFile.file, reason });
    }
  }
  const isLegacy = (format ?? detectLayout(collectedFiles.files.slice(firstFileIndex))) === 'legacy';
  for (const { category, file, reason } of withoutLegacyForm) {
    if (isLegacy) {
      const warning = `${reason}. It is ignored: the legacy repositories have no file of ${category}`;
      collectedFiles.warnings.push({ file, name: null, reason: warning });
    } else {
      collectedFiles.problems.push({ file, name: null, reason });
      collectedFiles.unreadCategories.push(category);
    }
  }
}

/**
 * Returns `legacy` if a file of the folder has the legacy format. In such a folder, a file named after a
 * category without a legacy form has another purpose: the image repository has a `lora.json` with an empty
 * array.
 */
function detectLayout(files: CollectedFiles['files']): CanonicalFormat {
  return files.some(({ format }) => format === 'legacy') ? 'legacy' : 'v2';
}

/**
 * Adds a warning for each file that is not imported because its extra category is disabled in this registry,
 * or its category no longer exists.
 */
async function warnOfExtraFiles(
  source: SourceReader,
  folder: string,
  servedCategories: readonly CategoryDefinition[],
  collectedFiles: CollectedFiles,
): Promise<void> {
  for (const name of extraCategoryNames) {
    if (servedCategories.some((category) => category.name === name)) continue;
    if (typeof (await source.read(`${folder}${name}.json`)) !== 'string') continue;
    const reason = `is ignored, because EXTRA_CATEGORIES does not name ${name}`;
    collectedFiles.warnings.push({ file: source.label(`${folder}${name}.json`), name: null, reason });
  }
  for (const { name } of formerCategories) {
    if (typeof (await source.read(`${folder}${name}.json`)) !== 'string') continue;
    const reason =
      'is ignored: baselines are no longer a category, but a catalogue, which change sets change';
    collectedFiles.warnings.push({ file: source.label(`${folder}${name}.json`), name: null, reason });
  }
}

/**
 * Reads one of the two public repositories. The text repository has the file of text models, the image
 * repository the files of all other categories with a legacy form. A missing file counts as unreadable.
 */
export async function readPublicRepository(
  kind: 'image' | 'text',
  source: ReferenceSource,
  definitions: readonly CategoryDefinition[],
  format: CanonicalFormat | null,
): Promise<ReferenceFiles> {
  const ownDefinitions = definitions.filter(
    ({ legacy }) => (legacy !== null && isCsv(legacy)) === (kind === 'text'),
  );
  const ownFiles = await readFilesOf(ownDefinitions, source, definitions, format);
  const foundCategories = new Set([
    ...ownFiles.files.map(({ category }) => category),
    ...ownFiles.unreadCategories,
  ]);
  const missingFiles = ownDefinitions.flatMap(({ name, legacy }) =>
    legacy === null || foundCategories.has(name) ? [] : [{ name, file: source.label(legacy.fileName) }],
  );
  const problems = missingFiles.map(({ file }) => ({ file, name: null, reason: 'was not found' }));
  return {
    ...ownFiles,
    problems: [...ownFiles.problems, ...problems],
    unreadCategories: [...ownFiles.unreadCategories, ...missingFiles.map(({ name }) => name)],
  };
}

/** Returns the possible names of a category's file, with that of the legacy repositories first. */
function listFileNames({ name, legacy }: CategoryDefinition): string[] {
  const aliases = (legacy?.aliases ?? []).filter((alias) => alias.endsWith('.json'));
  return [...new Set([...(legacy ? [legacy.fileName] : []), `${name}.json`, ...aliases])];
}
