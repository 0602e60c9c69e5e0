import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AppliedBatch } from '../../../../src/modules/announcements/batches.ts';
import { discordMessage } from '../../../../src/modules/announcements/discord.ts';
import { problemsOf } from '../../../support/emulators/discord.ts';

const change = (
  operation: AppliedBatch['changes'][number]['operation'],
  category: string,
  model_name: string,
  renamedTo?: string,
) => ({ operation, category, model_name, renamedTo });

const batch: AppliedBatch = {
  batch_id: 12,
  title: 'New in July',
  applied_at: 1_700_000_000,
  people: 'Proposed by ada#1, approved by bob#2',
  changes: [
    change('create', 'image_generation', 'Nova (XL)'),
    change('update', 'clip', 'a_b'),
    change('delete', 'clip', 'gone'),
    change('update', 'clip', 'old', 'new'),
  ],
  moreCount: 4,
};

test('a batch is one embed: who, and what by category', () => {
  expect(discordMessage(batch, 'https://models.example')).toEqual({
    embeds: [
      {
        title: 'New in July',
        url: 'https://models.example/review/batches/12',
        description: [
          'Proposed by ada\\#1, approved by bob\\#2',
          '**image\\_generation**',
          'Added [Nova \\(XL\\)](https://models.example/model/image_generation?name=Nova%20%28XL%29)',
          '**clip**',
          'Changed [a\\_b](https://models.example/model/clip?name=a%5Fb)',
          'Removed gone',
          'Renamed old to [new](https://models.example/model/clip?name=new)',
          'and 4 more',
        ].join('\n'),
        timestamp: '2023-11-14T22:13:20.000Z',
        footer: { text: 'Batch 12' },
      },
    ],
    allowed_mentions: { parse: [] },
  });
});

test('nothing that somebody wrote is Markdown, a mention, an emoji or a link', () => {
  const name = '@everyone <@1> **b** `c` [x](https://evil.example) ~~s~~ :smile: ||x||';
  const { embeds } = discordMessage(
    { ...batch, title: name, people: name, changes: [change('delete', 'clip', name)], moreCount: 0 },
    null,
  );
  const shown =
    '\\@everyone \\<\\@1\\> \\*\\*b\\*\\* \\`c\\` \\[x\\]\\(https\\://evil.example\\) \\~\\~s\\~\\~ \\:smile\\: \\|\\|x\\|\\|';
  expect(embeds[0].title).toBe(shown);
  expect(embeds[0].description).toBe(`${shown}\n**clip**\nRemoved ${shown}`);
});

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(
    '',
    ' ',
    '\n',
    '@'.repeat(5000),
    '*_'.repeat(200),
    '😀'.repeat(400),
    '\ud800',
    'ﷺ'.repeat(300),
  ),
);
const anyChange = fc.record({
  category: fc.constantFrom('clip', 'image_generation'),
  model_name: anyText,
  operation: fc.constantFrom('create', 'update', 'delete'),
  renamedTo: fc.option(anyText, { nil: undefined }),
}) as fc.Arbitrary<AppliedBatch['changes'][number]>;

test('a message is within the bounds of Discord, whatever the batch is', () => {
  fc.assert(
    fc.property(
      fc.record({
        batch_id: fc.nat(),
        title: anyText.filter((text) => text.trim() !== ''),
        applied_at: fc.nat(),
        people: anyText,
        changes: fc.array(anyChange, { maxLength: 50, size: 'max' }),
        moreCount: fc.nat(),
      }),
      fc.constantFrom(null, 'https://models.example', `https://models.example/${'p'.repeat(200)}`),
      (of, console) => {
        const { embeds } = discordMessage(of, console);
        expect(problemsOf('', embeds)).toEqual([]);
        const { description } = embeds[0];
        const rest = /and (\d+) more$/.exec(description)?.[1] ?? 0;
        const [, ...lines] = description.split('\n');
        const told = lines.filter((line) => /^(Added|Changed|Removed|Renamed) /.test(line));
        expect(told.length + Number(rest)).toBe(of.changes.length + of.moreCount);
      },
    ),
    { numRuns: 100 },
  );
});
