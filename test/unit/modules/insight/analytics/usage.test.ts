import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeUsage } from '../../../../../src/modules/insight/analytics/model-usage.ts';
import type { UsageKind } from '../../../../../src/outside/usage-client.ts';
import { frozen } from './frozen.ts';
import { usageOf } from './usage-of.ts';

/** The month's usage of each model. */
function months(kind: UsageKind, names: readonly string[], month: Record<string, number>): number[] {
  return mergeUsage(kind, frozen(names), usageOf({ month })).map(({ usage }) => usage.month);
}

describe('usage of image models', () => {
  it.each<[string, string[], Record<string, number>, number[]]>([
    ['counts the name', ['Deliberate', 'Deliberate 3.0'], { Deliberate: 5, 'Deliberate 3.0': 7 }, [5, 7]],
    ['in any letter case', ['Deliberate'], { deliberate: 5, DELIBERATE: 2 }, [7]],
    ['keeps versions apart', ['Anything v3', 'Anything v5'], { 'Anything v3': 1, 'Anything v5': 2 }, [1, 2]],
    ['knows no backends', ['x'], { 'koboldcpp/x': 1, 'aphrodite/x': 2, 'x-Q4': 4 }, [0]],
    ['prefers the same letter case', ['foo', 'Foo'], { Foo: 1, FOO: 2 }, [2, 1]],
  ])('%s', (_what, names, month, expected) => {
    expect(months('image', names, month)).toEqual(expected);
  });
});

describe('usage of text models', () => {
  const sizes = ['meta/Llama-8B', 'meta/Llama-12B', 'meta/Llama-70B'];

  it('is that of each size, not of their group', () => {
    const upstream = {
      'meta/Llama-8B': 1,
      'meta/Llama-8B-Q8_0': 2,
      'aphrodite/meta/Llama-8B': 4,
      'meta/Llama-12B': 8,
      'meta/Llama-70B': 16,
    };
    expect(months('text', sizes, upstream)).toEqual([7, 8, 16]);
  });

  it.each<[string, string[], Record<string, number>, number[]]>([
    ['the name in any letter case', ['A/B'], { 'a/b': 1 }, [1]],
    ['its variants', ['A/B'], { 'aphrodite/a/b': 1, 'koboldcpp/b': 2, 'Aphrodite/A/B': 4 }, [7]],
    ['quantised names', ['A/B'], { 'A/B-Q4_K_M': 1, 'koboldcpp/B-GGUF': 2, 'aphrodite/A/B_Q8_0': 4 }, [7]],
    ['another author of a quantisation', ['A/B'], { 'TheBloke/B-GPTQ': 1 }, [1]],
    ['the author before others', ['A/B', 'C/B'], { 'C/B-Q4': 1, 'koboldcpp/B': 2 }, [2, 1]],
    [
      'a quantised model before the whole one',
      ['A/B', 'A/B-Q4'],
      { 'koboldcpp/B-Q4': 1, 'A/B-Q8_0': 2, 'A/B': 4 },
      [6, 1],
    ],
    ['the whole model before a quantised one', ['A/B-Q4', 'A/B'], { 'koboldcpp/B-Q8_0': 1 }, [0, 1]],
    ['another quantisation where nothing else fits', ['A/B-Q4'], { 'A/B-Q8_0': 1 }, [1]],
    ['nothing else', ['A/B-8B'], { 'A/B-12B': 1, 'A/B-8B-Instruct': 2, 'A/B': 4, 'X/A/B-8C': 8 }, [0]],
  ])('counts %s', (_what, names, month, expected) => {
    expect(months('text', names, month)).toEqual(expected);
  });

  it('counts no number twice', () => {
    const part = fc.constantFrom('A', 'b', 'B', '8B', '12B', 'Q4', 'Q8_0', 'GGUF');
    const base = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('-'));
    const name = fc
      .tuple(fc.constantFrom('', 'aphrodite/', 'koboldcpp/'), fc.constantFrom('', 'x/', 'Y/'), base)
      .map((parts) => parts.join(''));
    const names = fc.uniqueArray(
      fc.tuple(fc.constantFrom('', 'x/', 'Y/'), base).map((parts) => parts.join('')),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(names, fc.uniqueArray(name, { maxLength: 8 }), (models, upstream) => {
        // Each name has a bit of its own, so that the sum says which names are in it, and how often.
        const month = Object.fromEntries(upstream.map((one, at) => [one, 2 ** (2 * at)]));
        const merged = months('text', models, month);
        const total = merged.reduce((sum, one) => sum + one, 0);
        expect(total.toString(4)).toMatch(/^[01]+$/);
        for (const [at, one] of upstream.entries()) {
          const same = models.findIndex((model) => model.toLowerCase() === one.toLowerCase());
          if (models.includes(one)) expect(Math.floor(merged[models.indexOf(one)]! / 4 ** at) % 4).toBe(1);
          else if (same !== -1) expect(Math.floor(total / 4 ** at) % 4).toBe(1);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('status', () => {
  const statusOf = (kind: UsageKind, name: string, counts: Record<string, number>) => {
    const status = Object.entries(counts).map(([upstream, count]) => ({ name: upstream, count }));
    const [merged] = mergeUsage(kind, [name], usageOf({ status }));
    return [merged!.status?.name ?? null, merged!.worker_count];
  };

  it.each<[UsageKind, string, Record<string, number>, [string | null, number]]>([
    ['image', 'A', { a: 3 }, ['a', 3]],
    ['image', 'A', { 'koboldcpp/A': 3 }, [null, 0]],
    ['text', 'A/B', { 'A/B': 1, 'aphrodite/A/B': 4, 'koboldcpp/B': 2 }, ['aphrodite/A/B', 4]],
    ['text', 'A/B', { 'koboldcpp/B': 2, 'A/B': 2 }, ['A/B', 2]],
    ['text', 'A/B', { 'A/B-Q8_0': 2 }, [null, 0]],
    ['text', 'A/B', {}, [null, 0]],
  ])('of %s %s with %j is that of the variant with the most workers', (kind, name, counts, expected) => {
    expect(statusOf(kind, name, counts)).toEqual(expected);
  });
});

it('takes of several spellings of a status the one with the most workers', () => {
  const status = [1, 3, 2].map((count) => ({ name: count === 2 ? 'A' : 'a', count }));
  expect(mergeUsage('image', ['A'], usageOf({ status }))[0]!.worker_count).toBe(3);
});

describe('workers', () => {
  const merge = (models: string[][]) => {
    const workers = models.map((list, at) => ({ id: `w${at}`, models: list }));
    const status = [{ name: 'A', count: 7 }];
    return mergeUsage('image', ['A', 'B'], usageOf({ status, workers }));
  };

  it('are those that list the model, and are counted instead of the status', () => {
    const [a, b] = merge([['a', 'A'], ['other'], ['A']]);
    expect(a!.workers?.map(({ id }) => id)).toEqual(['w0', 'w2']);
    expect([a!.worker_count, b!.workers, b!.worker_count]).toEqual([2, null, 0]);
  });

  it('are none where the status alone knows of them', () => {
    expect(merge([])[0]).toMatchObject({ workers: null, worker_count: 7 });
  });
});

it('tells the backends of a text model apart', () => {
  const data = usageOf({
    status: [{ name: 'KoboldCPP/B', count: 2, jobs: 3, queued: 4, eta: 5, performance: 6.5 }],
    day: { 'A/B': 1, 'koboldcpp/B-Q4': 2 },
    month: { 'A/B': 10, 'koboldcpp/B-Q4': 20, 'koboldcpp/B': 40 },
  });
  const [merged] = mergeUsage('text', ['A/B'], data);
  const silent = { worker_count: 0, performance: null, queued: null, queued_jobs: null, eta: null };
  expect(merged!.variations).toEqual([
    { backend: 'canonical', variant_name: 'A/B', ...silent, usage_day: 1, usage_month: 10, usage_total: 0 },
    {
      backend: 'koboldcpp',
      variant_name: 'KoboldCPP/B',
      worker_count: 2,
      performance: 6.5,
      queued: 4,
      queued_jobs: 3,
      eta: 5,
      usage_day: 2,
      usage_month: 60,
      usage_total: 0,
    },
  ]);
  expect(mergeUsage('text', ['A/B'], usageOf({ month: { 'koboldcpp/B': 1 } }))[0]!.variations).toMatchObject([
    { backend: 'koboldcpp', variant_name: 'koboldcpp/B', usage_month: 1 },
  ]);
});
