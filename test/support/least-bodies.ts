import type { JsonObject } from '../../src/kernel/json.ts';
import { categories } from './categories.ts';

/** The required fields of a v2 body besides its name, by category. */
const needed: Readonly<Record<string, JsonObject>> = {
  image_generation: { baseline: 'stable_diffusion_xl', nsfw: false },
  text_generation: { parameters: 7_000_000_000 },
};

/** The required fields of a v1 body, by category. */
const neededInLegacy: Readonly<Record<string, JsonObject>> = {
  image_generation: { baseline: 'stable diffusion 1' },
  text_generation: { parameters: 7_000_000_000 },
  controlnet: { type: 'control_canny' },
};

/** The smallest v2 body that a category accepts. */
export function minimalBody(category: string, name: string): JsonObject {
  return { name, ...needed[category] };
}

export function minimalLegacyBody(category: string, name: string): JsonObject {
  return { name, ...neededInLegacy[category] };
}

/** The names of the categories that can be written through v1, in the registry's order. */
export const legacyCategoryNames: readonly string[] = categories.flatMap(({ name, legacy }) =>
  legacy ? [name] : [],
);
