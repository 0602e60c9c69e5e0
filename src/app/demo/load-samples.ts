import { modelStore } from '../../modules/catalog/index.ts';
import {
  importReferences,
  joinReferenceFiles,
  type ReferenceFiles,
  type SourceModel,
} from '../../modules/transfer/index.ts';
import { allCategories, type Categories, type CategoryName } from '../../records/categories/index.ts';
import type { Store } from '../../store/store.ts';
import { createDemoPictureUrl } from './draw-picture.ts';
import { imageGeneration } from './samples/image-generation.ts';
import {
  blip,
  clip,
  codeformer,
  controlnet,
  esrgan,
  gfpgan,
  miscellaneous,
  safetyChecker,
} from './samples/image-tools.ts';
import type { Sample } from './samples/sample.ts';
import { textGeneration } from './samples/text-generation.ts';
import { audioGeneration, videoGeneration } from './samples/video-and-audio.ts';

/** A few well-known public models of each category, so that a new registry has something to show. */
export const samples: Partial<Record<CategoryName, readonly Sample[]>> = {
  // The last two models have no showcase picture, to show how the console displays such models.
  image_generation: imageGeneration.map((sample, index) =>
    index < imageGeneration.length - 2
      ? { ...sample, showcases: [createDemoPictureUrl(sample.name)] }
      : sample,
  ),
  text_generation: textGeneration,
  clip,
  controlnet,
  blip,
  esrgan,
  gfpgan,
  codeformer,
  safety_checker: safetyChecker,
  video_generation: videoGeneration,
  audio_generation: audioGeneration,
  miscellaneous,
};

/**
 * The id of the user who writes the first records of a demo's database. A demo refuses a database whose first
 * records have another author.
 */
export const demoUserId = 'demo';

/**
 * Writes models to a database that has none. Does nothing when the database has models.
 *
 * @param files the models to write; default: the samples
 * @returns the number of models written; 0 when the database has models
 */
export async function loadSamples(
  store: Store,
  { now, categories }: { readonly now: number; readonly categories: Categories },
  files: ReferenceFiles = { ...joinReferenceFiles([]), models: listSampleModels() },
): Promise<number> {
  const counts = await store.read((reader) => modelStore(reader).counts());
  if (categories.list.some(({ name }) => counts.has(name))) return 0;
  const { written } = await importReferences(store, files, {
    categories,
    canonicalFormat: 'v2',
    now,
    userId: demoUserId,
  });
  return written.length;
}

export function listSampleModels(): SourceModel[] {
  return allCategories.flatMap((definition) =>
    (samples[definition.name as CategoryName] ?? []).map((record) => {
      return { definition, file: 'samples', name: record.name, format: 'v2' as const, record };
    }),
  );
}
