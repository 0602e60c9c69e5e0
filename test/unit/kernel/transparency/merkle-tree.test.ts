import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CompactRange,
  consistencyProof,
  emptyRoot,
  inclusionProof,
  leafHash,
  nodeHash,
  provesConsistency,
  provesInclusion,
  rootOf,
} from '../../../../src/kernel/transparency/merkle-tree.ts';

/** The entries and roots that implementations of RFC 6962 are commonly tested with. */
const entries = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657'].concat(
  '606162636465666768696a6b6c6d6e6f',
);
const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const leavesOf = (size: number, salt = '') =>
  Array.from({ length: size }, (_, index) => leafHash(`${salt}${index}`));

/** The definition of RFC 6962, section 2.1, word for word. */
function definedRoot(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return emptyRoot;
  if (leaves.length === 1) return leaves[0] as Buffer;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return nodeHash(definedRoot(leaves.slice(0, split)), definedRoot(leaves.slice(split)));
}

test('the roots are those that others compute for the same entries', () => {
  const leaves = entries.map((entry) => leafHash(Buffer.from(entry, 'hex')));
  expect(roots.map((_, size) => rootOf(leaves.slice(0, size)).toString('hex'))).toEqual(roots);
});

describe('a compact range', () => {
  test('has the root of the definition at every size', () => {
    const leaves = leavesOf(140);
    const range = new CompactRange();
    for (const [index, leaf] of leaves.entries()) {
      range.append(leaf);
      expect(range.root().equals(definedRoot(leaves.slice(0, index + 1)))).toBe(true);
    }
  });

  test('goes on from what was kept of it, wherever it stopped', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), (first, more) => {
        const leaves = leavesOf(first + more);
        const before = new CompactRange();
        for (const leaf of leaves.slice(0, first)) before.append(leaf);
        const after = new CompactRange(before.size, before.roots);
        for (const leaf of leaves.slice(first)) after.append(leaf);
        expect(after.root().equals(rootOf(leaves))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  test('refuses roots that cannot make up a tree of that size', () => {
    const [leaf] = leavesOf(1) as [Buffer];
    expect(() => new CompactRange(2, [leaf, leaf])).toThrow('2 leaves');
    expect(() => new CompactRange(-1, [])).toThrow('-1 leaves');
    expect(() => new CompactRange(1, [Buffer.of(1)])).toThrow('32 bytes');
  });
});

const most = 40;
const all = leavesOf(most);
const heads = Array.from({ length: most + 1 }, (_, size) => ({ size, root: rootOf(all.slice(0, size)) }));
const headOf = (size: number) => heads[size] as (typeof heads)[number];

describe('an inclusion proof', () => {
  test(`shows each leaf of each tree of up to ${most}, and no other leaf or place`, () => {
    for (let size = 1; size <= most; size += 1) {
      const leaves = all.slice(0, size);
      for (let index = 0; index < size; index += 1) {
        const proof = inclusionProof(leaves, index);
        const claim = { leaf: all[index] as Buffer, index, ...headOf(size) };
        expect(provesInclusion(proof, claim)).toBe(true);
        expect(provesInclusion(proof, { ...claim, leaf: leafHash('another') })).toBe(false);
        expect(provesInclusion(proof, { ...claim, index: (index + 1) % (size + 1) })).toBe(false);
        expect(provesInclusion(proof, { ...claim, root: headOf(size - 1).root })).toBe(false);
        expect(provesInclusion([...proof, emptyRoot], claim)).toBe(false);
        if (proof.length > 0) expect(provesInclusion(proof.slice(1), claim)).toBe(false);
      }
    }
  });

  test('of a leaf that is not there is refused', () => {
    expect(() => inclusionProof(all, most)).toThrow(`there is no leaf ${most}`);
    expect(() => inclusionProof([], 0)).toThrow('there is no leaf 0');
  });
});

describe('a consistency proof', () => {
  test(`shows each beginning of each tree of up to ${most}, and no other tree`, () => {
    for (let later = 0; later <= most; later += 1) {
      for (let earlier = 0; earlier <= later; earlier += 1) {
        const proof = consistencyProof(all.slice(0, later), earlier);
        expect(provesConsistency(proof, headOf(earlier), headOf(later))).toBe(true);
        expect(provesConsistency([...proof, emptyRoot], headOf(earlier), headOf(later))).toBe(false);
        if (earlier === 0) continue;
        const other = { size: earlier, root: rootOf(leavesOf(earlier, 'other ')) };
        expect(provesConsistency(proof, other, headOf(later))).toBe(false);
        expect(provesConsistency(proof, headOf(earlier), { size: later, root: other.root })).toBe(false);
        if (earlier < later)
          expect(provesConsistency(proof.slice(1), headOf(earlier), headOf(later))).toBe(false);
      }
    }
  });

  test('does not lead back', () => {
    expect(provesConsistency([], headOf(3), headOf(2))).toBe(false);
    expect(() => consistencyProof(all, most + 1)).toThrow(`no beginning of ${most + 1}`);
  });
});
