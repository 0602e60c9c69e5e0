import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findVersion, parseCivitaiPage } from '../../../../src/modules/drafts/civitai-page.ts';
import type { DraftInProgress } from '../../../../src/modules/drafts/draft.ts';
import { draftFromVersion } from '../../../../src/modules/drafts/from-civitai.ts';
import {
  createImageDraft,
  createTextDraft,
  listModelFiles,
} from '../../../../src/modules/drafts/hub-draft.ts';
import { parseHubPage } from '../../../../src/modules/drafts/hub-page.ts';
import { htmlToText, markdownToText } from '../../../../src/modules/drafts/untrusted.ts';
import { baselines, categories } from '../../../support/categories.ts';

const civitai = {
  id: 1,
  name: 'Model',
  type: 'Checkpoint',
  nsfw: true,
  description: '<p>text</p>',
  tags: ['anime'],
  mode: 'Archived',
  modelVersions: [
    {
      id: 2,
      name: 'v1',
      baseModel: 'SD 1.5',
      trainedWords: ['word'],
      nsfwLevel: 31,
      usageControl: 'Download',
      description: 'Clip skip: 2',
      files: [
        {
          id: 3,
          name: 'a.ckpt',
          sizeKB: 4.5,
          type: 'Model',
          primary: true,
          hashes: { SHA256: 'A'.repeat(64) },
          pickleScanResult: 'Danger',
        },
      ],
    },
  ],
};
const hub = {
  id: 'acme/Model-7B-v1.0',
  sha: 'a'.repeat(40),
  gated: 'auto',
  pipeline_tag: 'text-generation',
  library_name: 'transformers',
  tags: ['roleplay', 'base_model:finetune:acme/base'],
  cardData: { license: ['other'], license_name: 'own', base_model: 'acme/base' },
  config: {
    architectures: ['LlamaForCausalLM'],
    model_type: 'llama',
    tokenizer_config: { chat_template: [{ name: 'default', template: '<|im_start|>' }] },
  },
  safetensors: { parameters: { BF16: 7e9 }, total: 7e9 },
  gguf: { total: 7e9, context_length: 4096, architecture: 'llama', chat_template: 'x' },
  siblings: [{ rfilename: 'a.safetensors', size: 5, lfs: { sha256: 'a'.repeat(64), size: 5 } }],
};

const strange = [
  null,
  undefined,
  0,
  -1,
  1e300,
  Number.NaN,
  true,
  '',
  ' ',
  'x'.repeat(50_000),
  '\u202e\u0000\ud800',
  [],
  [null],
  {},
  { a: [] },
  Array(5_000).fill('y'),
  JSON.parse('{"__proto__": {"polluted": true}}'),
];

/** Every place in a value, as a path to it. */
function* placesIn(value: unknown, path: (string | number)[] = []): Generator<(string | number)[]> {
  if (path.length > 0) yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* placesIn(inner, [...path, key]);
}

function changed(value: unknown, [first, ...rest]: (string | number)[], to: unknown): unknown {
  if (first === undefined) return to;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >;
  copy[first] = changed(copy[first], rest, to);
  return copy;
}

function draftsOf(body: unknown): DraftInProgress[] {
  const [page, repository] = [parseCivitaiPage(body), parseHubPage(body)];
  const version = page && findVersion(page, null);
  const extras = { readMe: '# x', config: body, generationConfig: body, unetConfig: body };
  return [
    ...(page && version ? [draftFromVersion(baselines, page, version)] : []),
    ...(repository
      ? [
          createTextDraft(repository, extras),
          createImageDraft(baselines, repository, extras, listModelFiles(repository)[0]?.files[0] ?? null),
        ]
      : []),
  ];
}

test('a page with anything in any place gives a draft of bounded size, or none', () => {
  let made = 0;
  for (const original of [civitai, hub]) {
    expect(draftsOf(original).length).toBeGreaterThan(0);
    for (const place of placesIn(original)) {
      for (const value of strange) {
        for (const draft of draftsOf(changed(original, place, value))) {
          made += 1;
          for (const { name, fields } of categories.slice(0, 3)) {
            const text = JSON.stringify(draft.finish(name, fields));
            expect(text.length).toBeLessThan(50_000);
            expect(text.isWellFormed()).toBe(true);
          }
        }
      }
    }
  }
  expect(made).toBeGreaterThan(500);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test('a page of Hugging Face is read as it says', () => {
  expect(parseHubPage(hub)).toMatchObject({
    ...{ id: hub.id, gated: true, pipeline: 'text-generation', library: 'transformers', licenseName: 'own' },
    ...{ bases: ['acme/base'], relation: 'finetune', modelType: 'llama', chatTemplate: '<|im_start|>' },
    ...{ architectures: ['LlamaForCausalLM'], parameters: { BF16: 7e9 }, parametersTotal: 7e9 },
    gguf: { parameters: 7e9, context: 4096, architecture: 'llama' },
    files: [{ path: 'a.safetensors', bytes: 5, sha256: 'a'.repeat(64) }],
  });
});

test.each([
  ['<p>One &amp; <b>two</b></p><p>three&#39;s</p>', "One & two\nthree's"],
  ['a <script>alert("x")</script>b', 'a b'],
  ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
  ['<img src=x onerror=alert(1)>', null],
  ['&lt;b&gt;', '<b>'],
  ['<p', '<p'],
  ['', null],
  [7, null],
])('%j is %j as plain text', (html, text) => {
  expect(htmlToText(html)).toBe(text);
});

test('of Markdown, the prose is left', () => {
  const page =
    '---\ntitle: x\n---\n\n# Model\n\n![p](q)\n> [!NOTE]\n\nA **good** [model](https://x/(y)) `here`.\n\n```\ncode\n```\n| a |\n\n- one\n';
  expect(markdownToText(page)).toBe('A good model here.\none');
});

test('plain text of anything takes time that is linear in its length', () => {
  const parts = fc.array(
    fc.constantFrom('<', '>', '<p', '<script>', '](', '![', '&', '&#', '**', '\n', 'x', '<!--', '```'),
    { maxLength: 400 },
  );
  fc.assert(
    fc.property(parts, (each) => {
      const text = each.join('').repeat(100);
      for (const plain of [htmlToText(text), markdownToText(text)])
        expect((plain ?? '').length).toBeLessThan(700);
    }),
    { numRuns: 50 },
  );
});
