import type { JsonObject } from '../../src/kernel/json.ts';
import type { SourceModel } from '../../src/modules/transfer/reference-source.ts';
import { findCategory } from './categories.ts';

/**
 * Models in the shape and number of a real registry, the same in every run: 160 image models, 719 text
 * models, a few others.
 */
export function syntheticModels(): SourceModel[] {
  return [
    ...Array.from({ length: 160 }, (_, index) => sourceModel('image_generation', image(index))),
    ...Array.from({ length: 719 }, (_, index) => sourceModel('text_generation', text(index))),
    ...awkwardNames.map((name) =>
      sourceModel('clip', { name, description: 'A name that is hard to address.' }),
    ),
  ];
}

/** Names with characters that break careless code. */
export const awkwardNames = ['ViT-L/14', 'search', '50% off? #1 & more', '模型/ねこ 🐈', '..', 'a//b'];

const baselines = ['stable_diffusion_1', 'stable_diffusion_xl', 'flux_1'];
const styles = ['generalist', 'anime', 'realistic', 'furry', 'artistic'];
const tags = ['anime', 'booru', 'character', 'retro', 'landscapes'];

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

function image(index: number): JsonObject {
  const name = `Picture Model ${index + 1}`;
  return {
    name,
    description: `Makes pictures of kind ${index + 1}.`,
    version: `${(index % 4) + 1}.0`,
    config: {
      download: [
        {
          file_name: `picture-${index + 1}.safetensors`,
          file_url: `https://files.example/picture-${index + 1}.safetensors`,
          sha256sum: index % 10 === 9 ? 'FIXME' : (index + 4096).toString(16).padStart(64, '0'),
        },
      ],
    },
    size_on_disk_bytes: 2_000_000_000 + index * 40_000_000,
    baseline: pick(baselines, index),
    style: pick(styles, index),
    nsfw: index % 4 === 3,
    tags: index % 3 === 0 ? [] : [pick(tags, index), pick(tags, index + 1)],
    showcases: index % 2 ? [`https://pictures.example/${index + 1}.webp`] : [],
    homepage: `https://models.example/${index + 1}`,
  };
}

const families = ['Alpaca', 'Beluga', 'Cheetah', 'Dingo', 'Ermine'];
const sizes = [3, 7, 8, 13, 70];

function text(index: number): JsonObject {
  const size = pick(sizes, index);
  const group = `${pick(families, index)}-${Math.floor(index / 25)}`;
  return {
    name: `org${index % 7}/${group}-${size}B-v${index}`,
    description: index % 5 ? '' : `Writes texts of kind ${index}.`,
    parameters: size * 1_000_000_000,
    baseline: index % 3 ? '' : `base/${group}`,
    nsfw: index % 6 === 5,
    style: index % 2 ? 'chat' : '',
    tags: index % 4 ? [] : ['roleplay'],
    text_model_group: group,
  };
}

/** Returns a v2 record as an import reads it. */
export function sourceModel(category: string, record: JsonObject & { name?: unknown }): SourceModel {
  const definition = findCategory(category);
  if (definition === undefined) throw new Error(`There is no category ${category}`);
  return { definition, file: 'synthetic', name: String(record.name), format: 'v2', record };
}
