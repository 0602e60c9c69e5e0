import { contentHash } from '../../records/hash.ts';
import { createPrimaryOutage } from './replica-copy.ts';

/**
 * Refuses content of a category that has less than half as many records as the copy. Accepts it once the
 * source has returned the same content for a while. A sudden loss is more likely a mistake: the source was
 * started on another database, or its content is not completely written yet.
 */
export class SuspectedLosses {
  readonly #acceptAfterMs: number;
  readonly #nowMs: () => number;
  /** The hash of the refused content, and the time when it was first seen, by category. */
  readonly #refusedContents = new Map<string, { readonly hash: string; readonly sinceMs: number }>();

  /**
   * @param acceptAfterMs the time for which a source must return the same content until it is accepted
   * @param nowMs returns monotonic time in milliseconds
   */
  constructor(acceptAfterMs: number, nowMs: () => number) {
    this.#acceptAfterMs = acceptAfterMs;
    this.#nowMs = nowMs;
  }

  /** @throws OutageError when the content is refused */
  check(category: string, currentEntries: EntriesByName, models: EntriesByName): void {
    const [counts, currentCounts] = [countsOf(models), countsOf(currentEntries)];
    const isLoss = counts.some((count, view) => count < (currentCounts[view] ?? 0) / 2);
    const hash = contentHash(JSON.stringify([...models.keys(), counts]));
    const earlier = this.#refusedContents.get(category);
    const sinceMs = earlier?.hash === hash ? earlier.sinceMs : this.#nowMs();
    const isAccepted = earlier?.hash === hash && this.#nowMs() - sinceMs >= this.#acceptAfterMs;
    if (!isLoss || isAccepted) {
      this.#refusedContents.delete(category);
      return;
    }
    this.#refusedContents.set(category, { hash, sinceMs });
    throw createPrimaryOutage(
      `the source has ${counts.join(' and in v1 ')} records, fewer than half of the ${currentCounts.join(' and ')} known; they are accepted once it has reported them for ${this.#acceptAfterMs / 1000} seconds`,
    );
  }
}

/** The records of a category, or the entries of a catalogue, by name. */
type EntriesByName = ReadonlyMap<string, { readonly legacy: unknown }>;

function countsOf(models: EntriesByName): [v2: number, legacy: number] {
  return [models.size, [...models.values()].filter(({ legacy }) => legacy !== null).length];
}
