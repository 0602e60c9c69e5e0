import { leastBody } from '../../support/least-bodies.ts';
import type { Random } from '../abuse/random.ts';
import { type Registry, write } from './registries.ts';

const categories = ['clip', 'image_generation', 'text_generation', 'lora'];
/** Some sort themselves first in a parsed object. */
const names = ['7', 'Somebody/model-7B', '0', 'ä name with "quotes"', 'twice', 'another/one-13B'];

/** Writes to a registry at random: creates, updates, deletes, and creates again what was deleted. */
export class RandomWrites {
  readonly #random: Random;
  readonly #live = new Set<string>();
  /** The number of models that were made, by category. */
  readonly made = new Map<string, number>();

  constructor(random: Random) {
    this.#random = random;
  }

  async one(registry: Registry): Promise<void> {
    const category = this.#random.pick(categories);
    const name = this.#random.pick(names);
    const key = JSON.stringify([category, name]);
    const description = 'x'.repeat(this.#random.below(3_000));
    const record = { ...leastBody(category, name), description };
    const path = `/${category}/model/${encodeURIComponent(name)}`;
    if (!this.#live.has(key)) {
      await write(registry, 'POST', `/${category}`, record);
      this.#live.add(key);
    } else if (this.#random.chance(0.5)) {
      await write(registry, 'PUT', path, record);
    } else {
      await write(registry, 'DELETE', path);
      this.#live.delete(key);
    }
    this.made.set(category, (this.made.get(category) ?? 0) + 1);
  }
}
