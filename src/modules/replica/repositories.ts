import type { CategoryDefinition } from '../../records/categories/category.ts';
import { type ModelTexts, sameViews, textsOf, viewsOf } from '../../records/model-views.ts';
import type { ReferenceFiles, SourceModel } from '../transfer/reference-source.ts';
import { viewsOfSource } from '../transfer/source-views.ts';
import type { CategoryDraft, Copy } from './replica-copy.ts';

/** What the copy calls its source when it comes from there. */
export const repositoriesSource = 'the legacy repositories';

export interface RepositoriesOptions {
  readonly copy: Copy;
  readonly definitions: readonly CategoryDefinition[];
  readonly read: () => Promise<ReferenceFiles>;
  /** Unix seconds. */
  readonly now: () => number;
}

/**
 * Makes the copy what the public legacy repositories have. Records that cannot be converted are left out, as
 * they are by every other reader.
 *
 * @throws Error when a file cannot be read at all, or there is none
 */
export async function copyRepositories({ copy, definitions, read, now }: RepositoriesOptions): Promise<void> {
  const began = now();
  const state = await copy.state();
  const { models, problems } = await read();
  const unreadable = problems.find(({ name }) => name === null);
  if (unreadable) throw new Error(`${unreadable.file}: ${unreadable.reason}`);
  if (models.length === 0) throw new Error('The legacy repositories have no model.');
  const drafts = new Map<string, CategoryDraft>();
  for (const definition of definitions) {
    const held = await copy.models(definition.name);
    const found = new Map<string, ModelTexts>();
    for (const model of models) {
      const texts = model.definition === definition ? modelTexts(model, held.get(model.name), began) : null;
      if (texts) found.set(model.name, texts);
    }
    drafts.set(definition.name, { models: found, etags: {} });
  }
  await copy.swapIn(drafts, { source: repositoriesSource, kind: 'files', cursor: null, as_of: began }, state);
}

/**
 * What is held already when nothing but the server's own stamps would differ; null when the record cannot be
 * converted.
 */
function modelTexts(model: SourceModel, held: ModelTexts | undefined, now: number): ModelTexts | null {
  const before = held ? viewsOf(held) : null;
  const after = viewsOfSource(model, before, now);
  if ('reason' in after) return null;
  return held && before && sameViews(before, after) ? held : textsOf(after);
}
