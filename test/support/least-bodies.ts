import type { JsonObject } from '../../src/kernel/json.ts';
import { categories } from '../../src/records/categories/index.ts';

/** What a v2 body of a category needs beside its name. */
const needed: Readonly<Record<string, JsonObject>> = {
  image_generation: { baseline: 'stable_diffusion_xl', nsfw: false },
  text_generation: { parameters: 7_000_000_000 },
};

/** The same in v1. */
const neededInLegacy: Readonly<Record<string, JsonObject>> = {
  image_generation: { baseline: 'stable diffusion 1' },
  text_generation: { parameters: 7_000_000_000 },
  controlnet: { type: 'control_canny' },
};

/** The least that v2 takes as a record of the category. */
export function leastBody(category: string, name: string): JsonObject {
  return { name, ...needed[category] };
}

export function leastLegacyBody(category: string, name: string): JsonObject {
  return { name, ...neededInLegacy[category] };
}

/** The categories that v1 writes, in order. */
export const legacyCategoryNames: readonly string[] = categories.flatMap(({ name, legacy }) =>
  legacy ? [name] : [],
);
