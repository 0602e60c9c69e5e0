import type { ReadyAnswer } from './hot-reads.ts';

const statusLines = { 200: 'HTTP/1.1 200 OK\r\n', 304: 'HTTP/1.1 304 Not Modified\r\n' } as const;

/** Up to this size a body is copied behind its headers: one piece costs less to send than two. */
const maxJoinedBytes = 3 * 1024;

/** Only a client that goes through all records asks for more different answers in one second. */
const maxKeptAnswers = 1_000;

/**
 * Ready answers as they travel, byte for byte as `node:http` writes them. What many clients ask for is
 * written once a second, as long as its `Date` holds.
 */
export class WrittenAnswers {
  readonly #connection: string;
  readonly #kept = new Map<ReadyAnswer, readonly Buffer[]>();
  #second = Number.NaN;
  #age: number | null = null;
  #lastLines = '';

  /** @param keepAliveTimeout milliseconds, as the server tells its clients */
  constructor(keepAliveTimeout: number) {
    this.#connection = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveTimeout / 1000)}\r\n\r\n`;
  }

  /**
   * The pieces to be sent, one behind the other. Not to be written to.
   *
   * @param age whole seconds, for the header of that name; null for none
   */
  whole(answer: ReadyAnswer, age: number | null): readonly Buffer[] {
    this.#startSecond(age);
    const known = this.#kept.get(answer);
    if (known !== undefined) return known;
    const head = this.#write(answer);
    const { bytes } = answer;
    const all = [head, ...(bytes?.list ?? [])];
    const pieces = bytes !== null && bytes.length <= maxJoinedBytes ? [Buffer.concat(all)] : all;
    if (this.#kept.size < maxKeptAnswers) this.#kept.set(answer, pieces);
    return pieces;
  }

  /** The headers alone, for HEAD. */
  head(answer: ReadyAnswer, age: number | null): Buffer {
    this.#startSecond(age);
    return this.#write(answer);
  }

  #write({ status, headerLines }: ReadyAnswer): Buffer {
    const age = this.#age === null ? '' : `age: ${this.#age}\r\n`;
    return Buffer.from(statusLines[status] + age + headerLines + this.#lastLines, 'latin1');
  }

  #startSecond(age: number | null): void {
    const now = Date.now();
    const second = Math.floor(now / 1000);
    if (second === this.#second && age === this.#age) return;
    this.#second = second;
    this.#age = age;
    this.#lastLines = `Date: ${new Date(now).toUTCString()}\r\n${this.#connection}`;
    this.#kept.clear();
  }
}
