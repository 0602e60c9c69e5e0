import type { CategoryDefinition } from '../../records/categories/category.ts';
import type { Categories } from '../../records/categories/index.ts';
import { type ModelTexts, sameViews, textsOf, viewsOf } from '../../records/model-views.ts';
import { ModelOrder } from '../catalog/index.ts';
import { mayBeThere, type ReferenceFiles, type SourceModel, viewsOfSource } from '../transfer/index.ts';
import { type CategoryModels, type Copy, primaryOutage } from './replica-copy.ts';
import type { SuspectedLosses } from './suspected-losses.ts';

/** The name of the source when the copy comes from the legacy repositories. */
export const repositoriesSource = 'the legacy repositories';

/**
 * Creates the function that copies the public legacy repositories. A category with a file that cannot be
 * read, or that suddenly has less than half of its models, stays as it is in the copy.
 *
 * @param read reads the files of the repositories
 * @returns a function that returns the problem of each file that could not be taken over. It throws
 * OutageError when the repositories have no model that can be read
 */
export function createRepositoriesCopy(
  copy: Copy,
  categories: Categories,
  losses: SuspectedLosses,
  read: () => Promise<ReferenceFiles>,
): (began: number) => Promise<string[]> {
  return async (began) => {
    const state = await copy.state();
    const files = await read();
    const unread = files.problems
      .filter(({ name }) => name === null)
      .map(({ file, reason }) => `${file}: ${reason}`);
    if (files.models.length === 0)
      throw primaryOutage(
        unread.length > 0
          ? `The legacy repositories cannot be read: ${unread.join('; ')}`
          : 'The legacy repositories contain no models.',
      );
    const known = new Set(files.files.map(({ category }) => category));
    const drafts = new Map<string, CategoryModels>();
    for (const definition of categories.list) {
      const { name } = definition;
      if (!known.has(name) || files.unread.includes(name)) continue;
      const held = await copy.models(name);
      const models = modelsIn(files, definition, held, { now: began, baselines: categories.baselines });
      try {
        losses.refuse(name, held, models);
        drafts.set(name, models);
      } catch (error) {
        unread.push(`${definition.legacy?.fileName ?? name}: ${(error as Error).message}`);
      }
    }
    await copy.write(drafts, { source: repositoriesSource, as_of: began }, state);
    return unread;
  };
}

type ConversionOptions = Parameters<typeof viewsOfSource>[2];

/**
 * Makes the models of a category from the files. A model whose record cannot be converted, or which may be in
 * a row that cannot be read, stays as the copy holds it.
 */
function modelsIn(
  files: ReferenceFiles,
  definition: CategoryDefinition,
  held: CategoryModels,
  given: ConversionOptions,
): CategoryModels {
  const found = new Map<string, ModelTexts>();
  for (const model of files.models) {
    if (model.definition !== definition) continue;
    const texts = modelTexts(model, held.get(model.name), given) ?? held.get(model.name);
    if (texts) found.set(model.name, texts);
  }
  const order = new ModelOrder(found.keys());
  const doubtful = files.doubtful.filter(({ category }) => category === definition.name);
  const absent = [...held.keys()].filter((name) => !found.has(name));
  const hidden = mayBeThere({ doubtful }, absent);
  let behind: string | null = null;
  for (const [name, texts] of held) {
    if (hidden.has(name)) {
      found.set(name, texts);
      order.place(name, behind);
    }
    if (found.has(name)) behind = name;
  }
  return new Map([...order].map((name) => [name, found.get(name)!]));
}

/**
 * Returns the texts to store for a model of the legacy repositories; null when its record cannot be converted.
 * Returns the copy's present texts (`held`) when the new texts differ from them only in times and authors that
 * the server stamps.
 */
function modelTexts(
  model: SourceModel,
  held: ModelTexts | undefined,
  given: ConversionOptions,
): ModelTexts | null {
  const before = held ? viewsOf(held) : null;
  const after = viewsOfSource(model, before, given);
  if ('reason' in after) return null;
  return held && before && sameViews(before, after) ? held : textsOf(after);
}
