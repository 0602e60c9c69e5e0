/** Bytes in pieces, to be sent one behind the other. Not to be written to. */
export class Pieces {
  readonly list: readonly Buffer[];
  /** Of all together, in bytes. */
  readonly length: number;

  constructor(list: readonly Buffer[]) {
    this.list = list;
    this.length = list.reduce((length, piece) => length + piece.length, 0);
  }

  static of(...list: readonly Buffer[]): Pieces {
    return new Pieces(list);
  }

  /** A copy in one piece, unless it is one. */
  joined(): Buffer {
    return this.list.length === 1 ? this.list[0]! : Buffer.concat(this.list, this.length);
  }

  toString(): string {
    return this.joined().toString();
  }
}
