import { expect, test } from 'vitest';
import { formatCode } from '../../../../src/modules/bridge/escape-markdown.ts';
import { formatBody } from '../../../../src/modules/bridge/push-commits.ts';

/** Names that are something else to a host of repositories; all of them are names of models. */
const names = [
  'A <!-- ', '-->', '<!-- modelref:asks-for 0 -->', '<!-- modelref:report -->', 'Closes #12 @team',
  'fixes #1', 'Resolves o/r#12', 'Closes GH-12', 'close gh-7', 'Fixes https://github.com/o/r/issues/12',
  '@octocat', '@org/team', 'mail@example.org', 'a @b', '[skip ci]', '[ci skip]', '[no ci]', '[skip actions]',
  '***NO_CI***', 'www.example.org', 'https://example.org/?a=b', 'ftp://example.org', '<https://example.org>',
  '[a](https://example.org)', '![a](https://example.org/a.png)', '[a][b]', '[x] done', '[^1]', '# Heading',
  '## Co-authored-by: A <a@example.org>', '> quoted', '- item', '1. item', '---', '***', '===', '| a | b |',
  '**bold**', '_it_', '~~gone~~', '`code`', '``', '```sh', "'`'", '<b>b</b>', '<script>alert(1)</script>',
  '<details open>', '<img src=x>', '&lt;b&gt;', '&#64;octocat', '$x$', ':tada:', '\u202eeman', 'a\u2028b',
]; // biome-ignore format: a list

const models = names.map((name) => ({ category: 'clip', name, change: 'added' as const }));

/** A line of a list with one piece of code, which nothing in it can end. */
const line = /^- `[^`\n]+`( \(clip\))?$/;

test('names are text in a pull request and in a comment', () => {
  const body = formatBody(models.slice(0, 50), null, 'markdown').split('\n');
  expect(body[0]).toBe('Added:');
  expect(body.slice(1)).toEqual(Array.from({ length: 50 }, () => expect.stringMatching(line)));
  for (const name of names) expect(`- ${formatCode(name)}`).toMatch(line);
  // By such a mark the bridge knows what its pull request asks for.
  expect(body.join()).not.toContain('<!--');
});

test.each(names)('a commit says nothing to its host with the name %s', (name) => {
  const body = formatBody([{ category: 'clip', name, change: 'added' }], null, 'text');
  expect(body).not.toMatch(/@[\w]|#\d|\bGH-\d|:\/\/|\[(skip|ci|no|x)|\*\*\*NO_CI|\u202e/i);
  expect(body.split(/[\n\u2028]/)).toHaveLength(2);
  expect(body.replaceAll('\u200b', '')).toContain(name.replace(/[\u202e]/g, '').replace(/\s+/g, ' '));
});

test('a usual name is written as it is', () => {
  const body = formatBody(
    [{ category: 'text_generation', name: 'acme/Alpha-7B_v1.5', change: 'changed' }],
    null,
    'text',
  );
  expect(body).toBe('Changed:\n- acme/Alpha-7B_v1.5 (text_generation)');
});

test('a pull request is never longer than its host takes', () => {
  const long = Array.from({ length: 150 }, (_, at) => ({
    ...{ category: 'clip', name: `${at}${'#'.repeat(500)}` },
    change: (['added', 'changed', 'removed'] as const)[at % 3] ?? 'added',
  }));
  const body = formatBody(
    long,
    ({ name }) => `https://example.org/?name=${encodeURIComponent(name)}`,
    'markdown',
  );
  expect(body.length).toBeLessThan(60_000);
  expect(body.match(/… and \d+ more/g)).toHaveLength(3);
});
