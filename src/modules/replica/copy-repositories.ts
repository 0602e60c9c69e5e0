import type { CategoryDefinition } from '../../records/categories/category.ts';
import type { Categories } from '../../records/categories/index.ts';
import { type ModelTexts, sameViews, textsOf, viewsOf } from '../../records/model-views.ts';
import { ModelOrder } from '../catalog/index.ts';
import {
  convertSourceModel,
  findPossiblyPresent,
  type ReferenceFiles,
  type SourceModel,
} from '../transfer/index.ts';
import { type CategoryModels, type Copy, createPrimaryOutage } from './replica-copy.ts';
import type { SuspectedLosses } from './suspected-losses.ts';

/** The `source` of a copy of the legacy repositories, in place of a URL. */
export const repositoriesSource = 'the legacy repositories';

/**
 * Creates the function that copies the public legacy repositories. If a file of a category cannot be read, or
 * the category suddenly has less than half of its models, its copy stays unchanged.
 *
 * @param readFiles reads the files of the repositories
 * @returns a function that returns the problem of each file that could not be copied. It throws OutageError
 *   when the repositories have no readable model
 */
export function createRepositoriesCopy(
  copy: Copy,
  categories: Categories,
  losses: SuspectedLosses,
  readFiles: () => Promise<ReferenceFiles>,
): (startTime: number) => Promise<string[]> {
  return async (startedAt) => {
    const state = await copy.state();
    const files = await readFiles();
    const unreadFiles = files.problems
      .filter(({ name }) => name === null)
      .map(({ file, reason }) => `${file}: ${reason}`);
    if (files.models.length === 0)
      throw createPrimaryOutage(
        unreadFiles.length > 0
          ? `The legacy repositories cannot be read: ${unreadFiles.join('; ')}`
          : 'The legacy repositories contain no models.',
      );
    const categoriesWithFiles = new Set(files.files.map(({ category }) => category));
    const drafts = new Map<string, CategoryModels>();
    for (const definition of categories.list) {
      const { name } = definition;
      if (!categoriesWithFiles.has(name) || files.unreadCategories.includes(name)) continue;
      const currentModels = await copy.models(name);
      const models = mergeModels(files, definition, currentModels, {
        now: startedAt,
        baselines: categories.baselines,
      });
      try {
        losses.check(name, currentModels, models);
        drafts.set(name, models);
      } catch (error) {
        unreadFiles.push(`${definition.legacy?.fileName ?? name}: ${(error as Error).message}`);
      }
    }
    await copy.write(drafts, { source: repositoriesSource, as_of: startedAt }, state);
    return unreadFiles;
  };
}

type ConversionOptions = Parameters<typeof convertSourceModel>[2];

/**
 * Returns the new copy of a category: the models in the files, converted. Keeps the current copy of a model
 * whose record cannot be converted, or may be in an unreadable row.
 */
function mergeModels(
  files: ReferenceFiles,
  definition: CategoryDefinition,
  currentModels: CategoryModels,
  options: ConversionOptions,
): CategoryModels {
  const textsByName = new Map<string, ModelTexts>();
  for (const model of files.models) {
    if (model.definition !== definition) continue;
    const texts =
      convertModel(model, currentModels.get(model.name), options) ?? currentModels.get(model.name);
    if (texts) textsByName.set(model.name, texts);
  }
  const order = new ModelOrder(textsByName.keys());
  const doubtfulRows = files.doubtfulRows.filter(({ category }) => category === definition.name);
  const absentNames = [...currentModels.keys()].filter((name) => !textsByName.has(name));
  const possiblyPresentNames = findPossiblyPresent({ doubtfulRows }, absentNames);
  let predecessor: string | null = null;
  for (const [name, texts] of currentModels) {
    if (possiblyPresentNames.has(name)) {
      textsByName.set(name, texts);
      order.place(name, predecessor);
    }
    if (textsByName.has(name)) predecessor = name;
  }
  return new Map([...order].map((name) => [name, textsByName.get(name)!]));
}

/**
 * Returns the texts to store for a model of the legacy repositories; null when its record cannot be
 * converted. Returns the copy's current texts (`currentTexts`) when the new texts differ from them only in
 * times and authors that the server sets.
 */
function convertModel(
  model: SourceModel,
  currentTexts: ModelTexts | undefined,
  options: ConversionOptions,
): ModelTexts | null {
  const before = currentTexts ? viewsOf(currentTexts) : null;
  const after = convertSourceModel(model, before, options);
  if ('reason' in after) return null;
  return currentTexts && before && sameViews(before, after) ? currentTexts : textsOf(after);
}
