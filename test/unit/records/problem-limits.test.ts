import { describe, expect, it } from 'vitest';
import type { FieldProblem } from '../../../src/kernel/errors.ts';
import { laxArray, laxInt, laxMap, laxObject, laxString } from '../../../src/records/lax.ts';
import { parseInput, problemLimits, takeFirstProblems } from '../../../src/records/parse.ts';

const schema = laxObject({
  title: laxString(),
  counts: laxArray(laxInt(), { max: 500 }),
  byName: laxMap(laxObject({ count: laxInt() })),
});
const right = { title: 'x', counts: [], byName: {} };

function problems(input: unknown): FieldProblem[] {
  const result = parseInput(schema, input, 'body');
  return result.ok ? [] : result.problems;
}

const places = (found: FieldProblem[]) => found.map(({ loc }) => loc.join('.'));

describe('of a wrong input', () => {
  it('the first hundred problems are listed, and that there are more', () => {
    const found = problems({ ...right, counts: Array(500).fill('x') });
    expect(found).toHaveLength(problemLimits.problems + 1);
    expect(places(found).slice(0, 2)).toEqual(['body.counts.0', 'body.counts.1']);
    expect(found[0]).toMatchObject({ type: 'int_parsing', input: 'x' });
    expect(found.at(-1)).toEqual({
      type: 'more_problems',
      loc: ['body'],
      msg: 'Only the first 100 problems are listed',
    });
  });

  it('the items of a list that is too long are not looked at', () => {
    const found = problems({ ...right, counts: Array(400_000).fill('x') });
    expect(found).toMatchObject([{ type: 'too_long', ctx: { max_length: 500, actual_length: 400_000 } }]);
  });

  it('a hundred problems are all there are to list', () => {
    const found = problems({ ...right, counts: Array(100).fill('x') });
    expect(found.map(({ type }) => type)).toEqual(Array(100).fill('int_parsing'));
  });

  it('a few problems of a long list are all listed, with what else is wrong, in the order of the schema', () => {
    const counts = [...Array(300).keys()].map((i) => (i === 7 || i === 299 ? null : i));
    const byName = Object.fromEntries(
      [...Array(300).keys()].map((i) => [`n${i}`, i === 5 ? {} : { count: i }]),
    );
    expect(places(problems({ title: 5, counts, byName }))).toEqual([
      'body.title',
      'body.counts.7',
      'body.counts.299',
      'body.byName.n5.count',
    ]);
  });

  it('a long list or map without a mistake is read, and held to its length', () => {
    const counts = [...Array(500).keys()];
    const byName = Object.fromEntries(counts.map((i) => [`n${i}`, { count: String(i) }]));
    const result = parseInput(schema, { title: 'x', counts, byName }, 'body');
    expect(result).toMatchObject({ ok: true, value: { counts, byName: { n499: { count: 499 } } } });
    expect(problems({ ...right, counts: [...counts, 500] })).toMatchObject([
      { type: 'too_long', ctx: { max_length: 500, actual_length: 501 } },
    ]);
  });

  it.each([
    ['a text', 'y'.repeat(10_000)],
    ['a list', Array(10_000).fill(1)],
    ['an object', { a: { b: ['y'.repeat(10_000)] } }],
    ['a name', { ['n'.repeat(10_000)]: 1 }],
    ['an object behind a small member', { small: 1, large: 'y'.repeat(10_000) }],
    ['a list of empty texts', Array(9_000).fill('')],
    ['a list of empty lists', Array(4_000).fill([])],
    ['a map of empty texts', Object.fromEntries([...Array(2_000).keys()].map((i) => [`${i}`, '']))],
  ])('%s that is large is not repeated', (_, large) => {
    expect(problems({ ...right, counts: [large] })).toEqual([
      { type: expect.stringMatching(/^int_/), loc: ['body', 'counts', 0], msg: expect.any(String) },
    ]);
  });

  it('a value that is not large is repeated as it is', () => {
    const value = { list: [1, { text: 'y'.repeat(1_000) }] };
    expect(problems({ ...right, counts: [value] })).toMatchObject([{ input: value }]);
  });

  it('the list ends before it is long, but not before its first problem', () => {
    const long = (n: number): FieldProblem => ({
      type: 'value_error',
      loc: ['body', n],
      msg: 'm'.repeat(100_000),
    });
    expect(takeFirstProblems([long(1), long(2), long(3)]).map(({ loc }) => loc)).toEqual([
      ['body', 1],
      ['body', 2],
      ['body'],
    ]);
    const longer = { ...long(1), msg: 'm'.repeat(300_000) };
    expect(takeFirstProblems([longer])).toEqual([longer]);
  });
});
