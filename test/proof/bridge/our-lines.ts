import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import type { SentModel } from '../../../src/services/bridge/send-out.ts';
import type { GitRemote } from '../../support/bridge-setup.ts';
import { type StandingRecord, standingRecords } from './standing-records.ts';

/**
 * Compares a file of our commit with the one that it is made of: the records of all other models stand there
 * with the same bytes in the same order, duplicates included, and git's diff touches the lines of the models
 * that are sent and no others. Gives how many records are the same.
 */
export function checkOurFile(
  remote: GitRemote,
  at: { commit: string; ours: string; fileName: string },
  texts: { there: string; here: string },
  models: readonly SentModel[],
): number {
  const { ours, fileName } = at;
  const what = `${ours}: ${fileName}`;
  const before = standingRecords(fileName, texts.there);
  if (texts.here === texts.there || !before) {
    strictEqual(texts.here, texts.there, what);
    deepStrictEqual(models, [], what);
    return before?.length ?? 0;
  }
  const after = standingRecords(fileName, texts.here) ?? [];
  const sent = new Map(models.map(({ name, change }) => [name, change]));
  const rest = (records: readonly StandingRecord[]) =>
    records.filter(({ name }) => !sent.has(name)).map(({ raw }) => raw);
  const same = rest(before);
  deepStrictEqual(rest(after), same, `${what}: what nobody has changed here`);
  const count = (records: readonly StandingRecord[], of: string) =>
    records.filter(({ name }) => name === of).length;
  for (const [name, change] of sent) {
    const expected: number = { added: 1, changed: count(before, name), removed: 0 }[change];
    strictEqual(count(after, name), expected, `${what}: ${name} is ${change}`);
  }
  checkLines(remote, at, { before, after, sent });
  return same.length;
}

function checkLines(
  remote: GitRemote,
  { commit, ours, fileName }: { commit: string; ours: string; fileName: string },
  found: {
    before: readonly StandingRecord[];
    after: readonly StandingRecord[];
    sent: ReadonlyMap<string, SentModel['change']>;
  },
): void {
  const [removed, added] = [linesOf(found.before, found.sent), linesOf(found.after, found.sent)];
  const diff = remote
    .raw(['diff', '--minimal', '--unified=0', commit, ours, '--', fileName])
    .toString('utf8');
  let [old, now] = [0, 0];
  /** The last line of the record before: all that may differ is the comma behind it. */
  const commas: string[] = [];
  for (const line of diff.split('\n').slice(4)) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line);
    if (hunk) [old, now] = [Number(hunk[1]), Number(hunk[2])];
    else if (line.startsWith('-') && !removed.has(old++)) commas.push(line.slice(1));
    else if (line.startsWith('+') && !added.has(now++)) commas.push(line.slice(1));
  }
  const bare = commas.map((line) => line.replace(/,?\r?$/, ''));
  const isComma = commas.length <= 2 && new Set(bare).size <= 1;
  // An object without records is written on one line.
  const isEmptied =
    [found.before, found.after].some(({ length }) => length === 0) && bare.sort().join() === '{,{},}';
  ok(
    fileName.endsWith('.json') ? isComma || isEmptied : commas.length === 0,
    `${ours}: ${fileName}: lines of others\n${commas.join('\n')}`,
  );
}

function linesOf(
  records: readonly StandingRecord[],
  sent: ReadonlyMap<string, SentModel['change']>,
): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const {
    name,
    lines: [first, last],
  } of records) {
    if (sent.has(name)) for (let line = first; line <= last; line += 1) lines.add(line);
  }
  return lines;
}
