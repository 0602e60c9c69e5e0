import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BatchAnnouncement } from '../../../../src/modules/announcements/announcements.ts';
import { discordMessage } from '../../../../src/modules/announcements/discord-message.ts';
import { problemsOf } from '../../../support/emulators/discord.ts';

const batch: BatchAnnouncement = {
  batch_id: 12,
  hash: 'a'.repeat(64),
  title: 'New in July',
  applied_at: 1_700_000_000,
  models: [
    {
      category: 'image_generation',
      name: 'Nova (XL)',
      change: 'added',
      what: [],
      monthlyUses: null,
      askedBy: 12,
    },
    { category: 'clip', name: 'a_b', change: 'changed', what: ['hash of a file'], monthlyUses: 3000 },
    { category: 'clip', name: 'gone', change: 'removed', what: [], monthlyUses: null },
  ],
  more: 4,
};

test('a batch is one embed, with a line for each model', () => {
  expect(discordMessage(batch, null, 'https://models.example')).toEqual({
    embeds: [
      {
        title: 'New in July',
        url: 'https://models.example/review/batches/12',
        description: [
          '**Added** [Nova \\(XL\\)](https://models.example/model/image_generation?name=Nova%20%28XL%29) (image\\_generation, asked for by 12 accounts)',
          '**Changed** [a\\_b](https://models.example/model/clip?name=a%5Fb) (clip, about 3,000 uses a month): hash of a file',
          '**Removed** gone (clip)',
          'and 4 more',
        ].join('\n'),
        color: 0x3b5bdb,
        timestamp: '2023-11-14T22:13:20.000Z',
        footer: { text: 'Batch 12' },
      },
    ],
    allowed_mentions: { parse: [] },
  });
});

test('one that was taken back says by which, and is struck out when it was all of it', () => {
  const wholly = discordMessage(batch, { by: 15, wholly: true }, null).embeds[0];
  expect([wholly.title, wholly.description.split('\n')[0]]).toEqual([
    '~~New in July~~',
    '**Reverted by batch 15.**',
  ]);
  const partly = discordMessage(batch, { by: 15, wholly: false }, null).embeds[0];
  expect([partly.title, partly.description.split('\n')[0]]).toEqual([
    'New in July',
    '**Partly reverted by batch 15.**',
  ]);
});

test('nothing that somebody wrote is Markdown, a mention, an emoji or a link', () => {
  const name = '@everyone <@1> **b** `c` [x](https://evil.example) ~~s~~ :smile: ||x||';
  const { embeds } = discordMessage(
    { ...batch, title: name, models: [{ ...batch.models[2]!, name }], more: 0 },
    null,
    null,
  );
  const shown =
    '\\@everyone \\<\\@1\\> \\*\\*b\\*\\* \\`c\\` \\[x\\]\\(https\\://evil.example\\) \\~\\~s\\~\\~ \\:smile\\: \\|\\|x\\|\\|';
  expect(embeds[0].title).toBe(shown);
  expect(embeds[0].description).toBe(`**Removed** ${shown} (clip)`);
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
const anyModel = fc.record({
  category: fc.constantFrom('clip', 'image_generation'),
  name: anyText,
  change: fc.constantFrom('added', 'changed', 'removed'),
  what: fc.array(anyText, { maxLength: 12 }),
  monthlyUses: fc.option(fc.integer({ min: 1 })),
}) as fc.Arbitrary<BatchAnnouncement['models'][number]>;

test('a message is within the bounds of Discord, whatever the batch is', () => {
  fc.assert(
    fc.property(
      fc.record({
        batch_id: fc.nat(),
        hash: fc.constant(null),
        title: fc.option(anyText),
        applied_at: fc.nat(),
        models: fc.array(anyModel, { maxLength: 20 }),
        more: fc.nat(),
      }),
      fc.option(fc.record({ by: fc.nat(), wholly: fc.boolean() })),
      fc.constantFrom(null, 'https://models.example', `https://models.example/${'p'.repeat(200)}`),
      (of, reverted, console) => {
        const { embeds } = discordMessage(of, reverted, console);
        expect(problemsOf('', embeds)).toEqual([]);
        expect(embeds[0].title.trim()).not.toBe('');
        const rest = /and (\d+) more$/.exec(embeds[0].description)?.[1] ?? 0;
        const told = embeds[0].description
          .split('\n')
          .filter((line) => /^\*\*(Added|Changed|Removed)\*\* /.test(line));
        expect(told.length + Number(rest)).toBe(of.models.length + of.more);
      },
    ),
    { numRuns: 300 },
  );
});
