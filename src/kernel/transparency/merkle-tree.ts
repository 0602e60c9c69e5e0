import { createHash } from 'node:crypto';

/** Length of a hash in bytes. The trees are Merkle trees with SHA-256, as in RFC 6962, section 2.1. */
export const hashBytes = 32;

const leafPrefix = Buffer.of(0);
const nodePrefix = Buffer.of(1);

export const emptyRoot: Buffer = createHash('sha256').digest();

/**
 * Gives the hash of a leaf.
 * @param entry the content of the leaf; a text is hashed as UTF-8
 */
export function leafHash(entry: string | Uint8Array): Buffer {
  return createHash('sha256').update(leafPrefix).update(entry).digest();
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return createHash('sha256').update(nodePrefix).update(left).update(right).digest();
}

/** Gives the root of the tree over these leaf hashes. */
export function rootOf(leaves: readonly Buffer[]): Buffer {
  const tree = new CompactRange();
  for (const leaf of leaves) tree.append(leaf);
  return tree.root();
}

/**
 * A Merkle tree to which leaves can be appended. It stores only the roots of its largest full subtrees, from
 * left to right. There is one for each bit that is set in the tree's size. They are enough to append leaves
 * and to give the root.
 */
export class CompactRange {
  #size: number;
  readonly #roots: Buffer[];

  /**
   * Restores a tree of `size` leaves from its stored `roots`.
   *
   * @throws RangeError when the number of roots differs from the number of bits set in `size`
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
    // Full subtrees of the same height join, as carries do in a binary addition.
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

/**
 * Makes the inclusion proof of the leaf at `index` (RFC 9162, section 2.1.3): the sibling hashes on the way
 * to the root, from the leaf upwards.
 * @throws RangeError when there is no such leaf
 */
export function inclusionProof(leaves: readonly Buffer[], index: number): Buffer[] {
  if (!Number.isInteger(index) || index < 0 || index >= leaves.length) {
    throw new RangeError(`there is no leaf ${index} in a tree of ${leaves.length}`);
  }
  if (leaves.length === 1) return [];
  const split = largestPowerBelow(leaves.length);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return index < split
    ? [...inclusionProof(left, index), rootOf(right)]
    : [...inclusionProof(right, index - split), rootOf(left)];
}

/** Tells whether `proof` shows that the tree with this size and root has the leaf hash `leaf` at `index`. */
export function provesInclusion(
  proof: readonly Buffer[],
  { leaf, index, size, root }: { leaf: Buffer; index: number; size: number; root: Buffer },
): boolean {
  if (index < 0 || index >= size) return false;
  let [place, last, found] = [index, size - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      found = nodeHash(sibling, found);
      while (!isOdd(place) && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      found = nodeHash(found, sibling);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && found.equals(root);
}

/**
 * Makes the proof that the tree over all `leaves` begins with the tree over the first `oldSize` of them (RFC
 * 9162, section 2.1.4). The proof is empty when the old tree is empty or equal to the new tree.
 *
 * @throws RangeError when `oldSize` exceeds the number of leaves
 */
export function consistencyProof(leaves: readonly Buffer[], oldSize: number): Buffer[] {
  if (!Number.isInteger(oldSize) || oldSize < 0 || oldSize > leaves.length) {
    throw new RangeError(`a tree of ${leaves.length} has no beginning of ${oldSize}`);
  }
  return oldSize === 0 ? [] : subproof(leaves, oldSize, true);
}

/**
 * Makes the part of a consistency proof that is about one subtree.
 * @param leaves the leaf hashes of the subtree
 * @param oldSize how many of these leaves the old tree has
 * @param known whether these `oldSize` leaves are the whole old tree; the checker knows its root then, so the
 * proof need not contain it
 */
function subproof(leaves: readonly Buffer[], oldSize: number, known: boolean): Buffer[] {
  if (oldSize === leaves.length) return known ? [] : [rootOf(leaves)];
  const split = largestPowerBelow(leaves.length);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return oldSize <= split
    ? [...subproof(left, oldSize, known), rootOf(right)]
    : [...subproof(right, oldSize - split, false), rootOf(left)];
}

/** The number of leaves and the root of a tree, as checkpoints contain them. */
export interface TreeHead {
  readonly size: number;
  readonly root: Buffer;
}

/** Tells whether `proof` shows that the tree of `later` begins with the tree of `earlier`. */
export function provesConsistency(proof: readonly Buffer[], earlier: TreeHead, later: TreeHead): boolean {
  if (earlier.size > later.size) return false;
  if (earlier.size === later.size) return proof.length === 0 && earlier.root.equals(later.root);
  if (earlier.size === 0) return proof.length === 0;
  let [place, last] = [earlier.size - 1, later.size - 1];
  while (isOdd(place)) [place, last] = [half(place), half(last)];
  // A full subtree is its own beginning: its root is the one that the checker has, and is not repeated.
  const [first, ...others] = place === 0 ? [earlier.root, ...proof] : proof;
  if (first === undefined) return false;
  let [oldRoot, newRoot] = [first, first];
  for (const sibling of others) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      [oldRoot, newRoot] = [nodeHash(sibling, oldRoot), nodeHash(sibling, newRoot)];
      while (!isOdd(place) && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      newRoot = nodeHash(newRoot, sibling);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && oldRoot.equals(earlier.root) && newRoot.equals(later.root);
}

/** Gives the largest power of two below `size`; `size` is at least 2. */
function largestPowerBelow(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}

function isOdd(number: number): boolean {
  return number % 2 === 1;
}

/** Halves a number, rounding down. Does not shift bits, because shifts work only up to 2³¹. */
function half(number: number): number {
  return Math.floor(number / 2);
}
