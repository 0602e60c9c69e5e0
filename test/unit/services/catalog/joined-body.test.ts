import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TimeSlice } from '../../../../src/concurrency/time-slice.ts';
import { contentHash } from '../../../../src/registry/records/hash.ts';
import { joinedText, joinMembers, nothingJoined } from '../../../../src/services/catalog/joined-body.ts';

interface Member {
  readonly name: string;
  readonly text: string;
}

/** Of a body's bytes: small, so that small bodies have many. */
const stretch = 64;

const join = (members: readonly Member[], previous = nothingJoined) =>
  joinMembers(new Map(members.map((member) => [member.name, member])), previous, new TimeSlice(), stretch);

/** What may become of a list of members from one version to the next. */
const step = fc.record({
  what: fc.constantFrom('replace', 'remove', 'append', 'insert', 'swap', 'nothing'),
  at: fc.nat(),
  size: fc.nat(200),
  letter: fc.constantFrom('a', 'ä', '😀', '"'),
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

let serial = 0;

function after(members: readonly Member[], { what, at, size, letter }: Step) {
  serial += 1;
  const text = JSON.stringify(letter.repeat(size / letter.length) + serial);
  const made = { name: `${letter}${serial}`, text };
  const place = members.length === 0 ? 0 : at % members.length;
  const here = members[place];
  if (what === 'append') return [...members, made];
  if (what === 'insert') return members.toSpliced(place, 0, made);
  if (here === undefined || what === 'nothing') return members;
  if (what === 'replace') return members.with(place, { name: here.name, text });
  if (what === 'remove') return members.toSpliced(place, 1);
  return [...members.slice(place), ...members.slice(0, place)];
}

test('however members come, go, change and move, the body and its hash are those of a body made anew', async () => {
  const large = (name: string) => ({ name, text: JSON.stringify(name.repeat(200)) });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 3 }), { maxLength: 8 }), async (versions) => {
      let members: readonly Member[] = ['x', 'y', 'z'].map(large);
      let joined = await join(members);
      for (const steps of versions) {
        members = steps.reduce(after, members);
        joined = await join(members, joined);
        const text = joinedText(members);
        expect(joined.body.identity.equals(Buffer.from(text))).toBe(true);
        expect(joined.body.etag).toBe(contentHash(text));
      }
    }),
    { numRuns: 300 },
  );
});

test('a body that ends where hashing pauses, and then loses its last members', async () => {
  const first = { name: 'a', text: JSON.stringify('x'.repeat(stretch - 8)) };
  const members = [first, { name: 'b', text: '1' }, { name: 'c', text: JSON.stringify('y'.repeat(stretch)) }];
  const shorter = await join([first], await join(members));
  expect(shorter.body.identity.length).toBe(stretch);
  expect(shorter.body.etag).toBe(contentHash(joinedText([first])));
  const longer = await join(members, shorter);
  expect(longer.body.etag).toBe(contentHash(joinedText(members)));
});

test('equal bytes keep their body', async () => {
  const before = await join([{ name: 'a', text: '1' }]);
  const again = await join([{ name: 'a', text: '1' }], before);
  expect(again.body).toBe(before.body);
});
