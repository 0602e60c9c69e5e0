import { createHash } from 'node:crypto';

/** The hashes of an RFC 6962 Merkle tree (section 2.1, SHA-256): 32 bytes each. */
export const hashBytes = 32;

const leafPrefix = Buffer.of(0);
const nodePrefix = Buffer.of(1);

/** The root of the tree without leaves. */
export const emptyRoot: Buffer = createHash('sha256').digest();

/** @param entry text is taken as UTF-8 */
export function leafHash(entry: string | Uint8Array): Buffer {
  return createHash('sha256').update(leafPrefix).update(entry).digest();
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return createHash('sha256').update(nodePrefix).update(left).update(right).digest();
}

/** The root of the tree over these leaf hashes. */
export function rootOf(leaves: readonly Buffer[]): Buffer {
  const tree = new CompactRange();
  for (const leaf of leaves) tree.append(leaf);
  return tree.root();
}

/**
 * A growing tree, kept as the roots of the largest full subtrees that make it up, from left to right: one
 * for each bit that is set in its size. That is all it takes to append and to give the root.
 */
export class CompactRange {
  #size: number;
  readonly #roots: Buffer[];

  /**
   * Goes on from a tree of which `roots` was kept.
   * @throws RangeError when there is not one root for each bit of `size`
   */
  constructor(size = 0, roots: readonly Buffer[] = []) {
    if (!Number.isSafeInteger(size) || size < 0 || roots.length !== bitsSet(size)) {
      throw new RangeError(`a tree of ${size} leaves is not made up of ${roots.length} full subtrees`);
    }
    if (roots.some(({ length }) => length !== hashBytes)) {
      throw new RangeError(`the root of a subtree has ${hashBytes} bytes`);
    }
    this.#size = size;
    this.#roots = [...roots];
  }

  get size(): number {
    return this.#size;
  }

  get roots(): readonly Buffer[] {
    return this.#roots;
  }

  append(leaf: Buffer): void {
    let added = leaf;
    // Each full subtree of the same height joins, as carries do in a binary addition.
    for (let rest = this.#size; rest % 2 === 1; rest = Math.floor(rest / 2)) {
      added = nodeHash(this.#roots.pop() as Buffer, added);
    }
    this.#roots.push(added);
    this.#size += 1;
  }

  root(): Buffer {
    const last = this.#roots.at(-1);
    if (last === undefined) return emptyRoot;
    return this.#roots.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last);
  }
}

function bitsSet(size: number): number {
  let bits = 0;
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) bits += rest % 2;
  return bits;
}
