import { type Person, Refused } from './rules.ts';

/** How long a retry gets the answer of the first time, in seconds. */
const keptFor = 24 * 60 * 60;

/** The answers that a repeated request gets again. */
export class FirstAnswersModel {
  readonly #answers = new Map<string, { wanted: string; answer: unknown; at: number }>();

  /** Under a key that was used for the same before, nothing happens, and the first answer comes again. */
  once<T>({ userId }: Person, key: string | null, wanted: readonly unknown[], now: number, work: () => T): T {
    if (key === null) return work();
    const own = `${userId} ${key}`;
    const first = this.#answers.get(own);
    if (first && now - first.at <= keptFor) {
      if (first.wanted !== JSON.stringify(wanted)) throw new Refused('key_reused');
      return first.answer as T;
    }
    const answer = work();
    this.#answers.set(own, { wanted: JSON.stringify(wanted), answer, at: now });
    return answer;
  }
}
