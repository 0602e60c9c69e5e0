import type { Pages } from '../../kernel/concurrency/pages.ts';
import { TimeSlice } from '../../kernel/concurrency/time-slice.ts';

/** So much is put together before it is passed on, and no more of a long text at once. In UTF-16 units. */
const pieceLength = 64 * 1024;

export interface ListParts<T> {
  readonly head: string;
  readonly pages: Pages<T>;
  readonly textOf: (item: T) => string;
  /** Asked for when the list is at its end. */
  readonly tail: () => string;
}

/**
 * The text of a list in pieces that a connection takes one by one: what it has not taken is not encoded yet.
 * A client that takes nothing keeps all this for as long as its connection is open. So it holds what is still
 * to be said, and no generator is in it: those keep the values of their latest step, here pages and texts.
 */
export class ListText<T> implements AsyncIterableIterator<string> {
  readonly #pages: AsyncIterator<readonly T[]>;
  readonly #textOf: (item: T) => string;
  readonly #tail: () => string;
  readonly #slice = new TimeSlice();
  /** Of the latest page, in descending order: the next one is taken off the end. */
  #items: T[] = [];
  #first = true;
  #ended = false;
  /** Texts that are put together. */
  #short: string;
  /** A text behind it that is longer than a piece, and how much of it was given. Joined, it would be copied. */
  #long = '';
  #given = 0;

  constructor({ head, pages, textOf, tail }: ListParts<T>) {
    this.#pages = pages[Symbol.asyncIterator]();
    this.#textOf = textOf;
    this.#tail = tail;
    this.#short = head;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<string, undefined>> {
    while (this.#long === '' && this.#short.length < pieceLength && !this.#ended) await this.#append();
    const value = this.#short === '' ? this.#pieceOfLong() : this.#short;
    this.#short = '';
    return value === '' ? { done: true, value: undefined } : { done: false, value };
  }

  async return(): Promise<IteratorResult<string, undefined>> {
    this.#ended = true;
    this.#items = [];
    this.#short = '';
    this.#long = '';
    await this.#pages.return?.();
    return { done: true, value: undefined };
  }

  async #append(): Promise<void> {
    if (this.#items.length === 0) {
      const page = await this.#pages.next();
      if (page.done) {
        this.#ended = true;
        this.#short += this.#tail();
      } else this.#items = page.value.toReversed();
      return;
    }
    // Items that are there already are taken without the event loop turning.
    if (this.#slice.expired) await this.#slice.yield();
    const text = this.#textOf(this.#items.pop() as T);
    if (!this.#first) this.#short += ',';
    this.#first = false;
    if (text.length < pieceLength) this.#short += text;
    else this.#long = text;
  }

  #pieceOfLong(): string {
    let end = this.#given + pieceLength;
    // Halves of a surrogate pair cannot be encoded one by one.
    if (isHighSurrogate(this.#long.charCodeAt(end - 1))) end += 1;
    const piece = this.#long.slice(this.#given, end);
    this.#given = end;
    if (end >= this.#long.length) {
      this.#long = '';
      this.#given = 0;
    }
    return piece;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
