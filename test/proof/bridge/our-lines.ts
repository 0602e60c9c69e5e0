import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import type { SentModel } from '../../../src/modules/bridge/send-out.ts';
import type { GitRemote } from '../../support/bridge-setup.ts';
import { type StandingRecord, standingRecords } from './standing-records.ts';

/**
 * Compares a file of our commit with its parent's: the records of all other models have the same bytes in the
 * same order, duplicates included, and git's diff touches only the lines of the models that are sent. Gives
 * the number of unchanged records.
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
  checkLines(remote, at, texts, { before, after, sent });
  return same.length;
}

function checkLines(
  remote: GitRemote,
  { commit, ours, fileName }: { commit: string; ours: string; fileName: string },
  texts: { there: string; here: string },
  found: {
    before: readonly StandingRecord[];
    after: readonly StandingRecord[];
    sent: ReadonlyMap<string, SentModel['change']>;
  },
): void {
  const what = `${ours}: ${fileName}: lines of others`;
  const [removed, added] = [linesOf(found.before, found.sent), linesOf(found.after, found.sent)];
  const [before, after] = [linesWithout(texts.there, removed), linesWithout(texts.here, added)];
  let extra = 0;
  if (fileName.endsWith('.json') && [found.before, found.after].some(({ length }) => length === 0)) {
    // An object without records is written on one line.
    strictEqual(after.join(''), before.join(''), what);
    extra = 2;
  } else {
    strictEqual(after.length, before.length, what);
    const changed = before.flatMap((line, index) => (line === after[index] ? [] : [[line, after[index]]]));
    // The last line of the record before: all that may differ is the comma behind it.
    extra = fileName.endsWith('.json') ? 1 : 0;
    ok(changed.length <= extra, `${what}\n${changed.join('\n')}`);
    for (const [was = '', is = ''] of changed) strictEqual(bare(is), bare(was), what);
  }
  // Of lines that look the same, git may take either for the one that was changed: what counts is how many.
  const counts = remote
    .raw(['diff', '--minimal', '--numstat', commit, ours, '--', fileName])
    .toString('utf8');
  const [more, less] = counts.split('\t').map(Number) as [number, number];
  ok(more <= added.size + extra && less <= removed.size + extra, `${what}: ${counts}`);
}

function linesWithout(text: string, own: ReadonlySet<number>): string[] {
  return text.split('\n').filter((_line, index) => !own.has(index + 1));
}

function bare(line: string): string {
  return line.replace(/,?\r?$/, '');
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
