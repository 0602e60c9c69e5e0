import { createHash, type Hash } from 'node:crypto';
import type { TimeSlice } from '../../concurrency/time-slice.ts';
import { CompressingBody } from './ready-body.ts';

/** A record as a member of the object of all records. */
interface Member {
  readonly name: string;
  /** Compact JSON. */
  readonly text: string;
}

/** The object name → record of a category as a body, and what its next version can take over from it. */
export interface JoinedBody {
  readonly body: CompressingBody;
  readonly members: readonly Member[];
  /** For each member the place in the body of the comma or brace behind it. */
  readonly ends: Uint32Array;
  /** The state of the hash after each stretch but the last. */
  readonly hashes: readonly Hash[];
}

/** The object as text. */
export function joinedText(members: Iterable<Member>): string {
  return `{${Array.from(members, memberText).join(',')}}`;
}

export const nothingJoined: JoinedBody = {
  body: new CompressingBody(Buffer.from('{}')),
  members: [],
  ends: new Uint32Array(0),
  hashes: [],
};

/**
 * Joins the members to one body. Those that were in the previous one are copied from there as bytes, and what
 * is the same up to the first difference is not hashed again: of a large category, a change of one record
 * costs little more than copying it.
 *
 * @param previous equal bytes keep its body, compressed forms included. Made with the same `stretch`
 * @param stretch how many bytes are copied or hashed at once: a few milliseconds
 */
export async function joinMembers(
  byName: ReadonlyMap<string, Member>,
  previous: JoinedBody,
  slice: TimeSlice,
  stretch = 2 * 1024 * 1024,
): Promise<JoinedBody> {
  const members = [...byName.values()];
  const { kept, made, ends } = await measure(byName, members, previous, slice);
  const size = Math.max(2, (ends.at(-1) ?? 1) + 1);
  const bytes = Buffer.allocUnsafeSlow(size);
  bytes.write('{');
  // As many bytes at the beginning are those of the previous body.
  let shared = 1;
  for (let at = 0; at < members.length; ) {
    const from = startOf(ends, at);
    const first = kept[at]!;
    if (first < 0) {
      made.get(at)!.copy(bytes, from);
      at += 1;
    } else {
      const start = startOf(previous.ends, first);
      let next = at + 1;
      while (next < members.length && kept[next] === kept[next - 1]! + 1 && ends[next]! - from < stretch)
        next += 1;
      if (at === first && shared === from) shared = ends[next - 1]! + 1;
      previous.body.identity.copy(bytes, from, start, start + ends[next - 1]! - from);
      at = next;
    }
    bytes[ends[at - 1]!] = comma;
    if (slice.expired) await slice.yield();
  }
  bytes.write('}', size - 1);
  const same = Math.min(shared, size, previous.body.identity.length) - 1;
  const hashes = previous.hashes.slice(0, Math.floor(same / stretch));
  const hash = hashes.at(-1)?.copy() ?? createHash('sha256');
  for (let at = hashes.length * stretch; at < size; at += stretch) {
    hash.update(bytes.subarray(at, at + stretch));
    if (at + stretch < size) hashes.push(hash.copy());
    if (slice.expired) await slice.yield();
  }
  const etag = hash.digest('hex');
  const body = etag === previous.body.etag ? previous.body : new CompressingBody(bytes, etag);
  return { body, members, ends, hashes };
}

const comma = 0x2c;

function memberText({ name, text }: Member): string {
  return `${JSON.stringify(name)}:${text}`;
}

/** Where a member begins, of those that end there. */
function startOf(ends: Uint32Array, at: number): number {
  return at === 0 ? 1 : ends[at - 1]! + 1;
}

/**
 * Where each member comes from (its place in the previous body, or -1: then it is in `made`), and where it
 * ends.
 */
async function measure(
  byName: ReadonlyMap<string, Member>,
  members: readonly Member[],
  previous: JoinedBody,
  slice: TimeSlice,
) {
  const kept = new Int32Array(members.length).fill(-1);
  const ends = new Uint32Array(members.length);
  const made = new Map<number, Buffer>();
  let end = 0;
  let old = 0;
  for (const [at, member] of members.entries()) {
    // Passes over what is gone or replaced. Nearly always the next one is the next one again, and no name is
    // looked up.
    while (old < previous.members.length && previous.members[old] !== member) {
      const known = previous.members[old]!;
      if (byName.get(known.name) === known) break;
      old += 1;
    }
    let length: number;
    if (previous.members[old] === member) {
      kept[at] = old;
      length = previous.ends[old]! - startOf(previous.ends, old);
      old += 1;
    } else {
      const bytes = Buffer.from(memberText(member));
      made.set(at, bytes);
      length = bytes.length;
    }
    end += 1 + length;
    ends[at] = end;
    if (slice.expired) await slice.yield();
  }
  return { kept, made, ends };
}
