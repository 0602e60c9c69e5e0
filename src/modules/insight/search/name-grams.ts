/**
 * Three bytes of a name as one number, in the alphabet of the names that are indexed. Behind the last byte
 * stand pads.
 */
export class GramAlphabet {
  /** For each byte its number in the alphabet, from 1; 0 for bytes that no name has. 0 is the pad, too. */
  readonly #numbers = new Uint8Array(256);
  readonly #letters: number;

  constructor(bytes: Uint8Array) {
    const used = new Uint8Array(256);
    for (const byte of bytes) used[byte] = 1;
    let letters = 0;
    for (let byte = 0; byte < 256; byte += 1) {
      // A 256th letter would not fit in a byte; UTF-8 never uses 0xff.
      if (used[byte] !== 0 && byte !== 0xff) this.#numbers[byte] = letters += 1;
    }
    this.#letters = letters + 1;
  }

  /** How many grams there can be. */
  get size(): number {
    return this.#letters ** 3;
  }

  /**
   * The gram that starts at each byte of a name; the last two reach into the pads. `visit` may see a gram
   * twice.
   */
  forEach(bytes: Uint8Array, start: number, end: number, visit: (gram: number) => void): void {
    const numbers = this.#numbers;
    const letters = this.#letters;
    for (let at = start; at < end; at += 1) {
      const first = numbers[bytes[at]!]!;
      const second = at + 1 < end ? numbers[bytes[at + 1]!]! : 0;
      const third = at + 2 < end ? numbers[bytes[at + 2]!]! : 0;
      visit((first * letters + second) * letters + third);
    }
  }

  /**
   * For each three bytes of the pattern the range of grams that have them, the end not included. A shorter
   * pattern has one range, of all grams that start with it. Null when a byte is in no name.
   */
  rangesOf(pattern: Uint8Array): [from: number, to: number][] | null {
    const numbers = Array.from(pattern, (byte) => this.#numbers[byte]!);
    if (numbers.includes(0)) return null;
    const [first = 0, second = 0] = numbers;
    const letters = this.#letters;
    if (numbers.length === 1) return [[first * letters ** 2, (first + 1) * letters ** 2]];
    if (numbers.length === 2) {
      const gram = (first * letters + second) * letters;
      return [[gram, gram + letters]];
    }
    const grams = numbers
      .slice(2)
      .map((third, at) => (numbers[at]! * letters + numbers[at + 1]!) * letters + third);
    return [...new Set(grams)].map((gram) => [gram, gram + 1]);
  }
}
