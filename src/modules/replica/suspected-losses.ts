import { contentHash } from '../../records/hash.ts';
import { createPrimaryOutage } from './replica-copy.ts';

/**
 * Refuses content of a category that has less than half as many records as the copy. Accepts it once the
 * source has returned the same content for a while. Until then, it is more likely that the source was started
 * on another database by mistake, or that its content is only partly written.
 */
export class SuspectedLosses {
  readonly #believedAfterMs: number;
  readonly #nowMs: () => number;
  /** By category: a hash of the refused content, and when it was first seen. */
  readonly #refused = new Map<string, { readonly hash: string; readonly sinceMs: number }>();

  /** @param nowMs returns monotonic time in milliseconds */
  constructor(believedAfterMs: number, nowMs: () => number) {
    this.#believedAfterMs = believedAfterMs;
    this.#nowMs = nowMs;
  }

  /** @throws OutageError when the content is refused */
  refuse(category: string, currentEntries: EntriesByName, models: EntriesByName): void {
    const [counts, currentCounts] = [countsOf(models), countsOf(currentEntries)];
    const isLoss = counts.some((count, view) => count < (currentCounts[view] ?? 0) / 2);
    const hash = contentHash(JSON.stringify([...models.keys(), counts]));
    const before = this.#refused.get(category);
    const sinceMs = before?.hash === hash ? before.sinceMs : this.#nowMs();
    const isBelieved = before?.hash === hash && this.#nowMs() - sinceMs >= this.#believedAfterMs;
    if (!isLoss || isBelieved) {
      this.#refused.delete(category);
      return;
    }
    this.#refused.set(category, { hash, sinceMs });
    throw createPrimaryOutage(
      `${counts.join(' and in v1 ')} records instead of ${currentCounts.join(' and ')}: accepted once the source has reported this for ${this.#believedAfterMs / 1000} seconds`,
    );
  }
}

/** The records of a category, or the entries of a catalogue, by name. */
type EntriesByName = ReadonlyMap<string, { readonly legacy: unknown }>;

function countsOf(models: EntriesByName): [v2: number, legacy: number] {
  return [models.size, [...models.values()].filter(({ legacy }) => legacy !== null).length];
}
