import { expect, test } from 'vitest';
import { createEvidence } from '../../../src/modules/files/evidence.ts';
import { uncheckedAddress } from '../../../src/records/files/address-state.ts';
import { compareFiles } from '../../../src/records/files/host-address.ts';
import { filesOfRecord } from '../../../src/records/files/record-file.ts';
import { civitaiFile, civitaiModel, draftWorlds } from '../../support/drafts.ts';
import { keys } from '../../support/identity-server.ts';

const draftWorld = draftWorlds();

const v2 = '/api/model_references/v2';
const civitai = 'https://civitai.com/api/download/models/101';
const hub = 'https://huggingface.co/acme/x/resolve';
const [a, b, commit] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(40)];

const same = [
  [civitai, 'https://civitai.red/api/download/models/101'],
  [civitai, 'https://www.civitai.com/api/download/models/101/?download=true#x'],
  [`${civitai}?fileId=7`, 'https://civitai.green/api/download/models/101?fileId=7&type=Model'],
  [`${civitai}?type=Model&format=SafeTensor`, `${civitai}?format=SafeTensor&type=Model`],
  [
    `${hub}/main/sub/a%20b.safetensors`,
    'https://hf.co/acme/x/resolve/main/sub/%61%20b.safetensors?download=true',
  ],
  ['https://files.example/a', 'https://FILES.example/a#part'],
] as const;
const perhaps = [
  [civitai, `${civitai}?fileId=7`],
  [`${civitai}?type=Model`, 'https://civitai.red/api/download/models/101?fileId=7'],
  [`${civitai}?type=Model`, `${civitai}?type=Model&format=SafeTensor`],
  [`${hub}/main/a.safetensors`, `${hub}/${commit}/a.safetensors`],
  [`${hub}/v1/a.safetensors`, 'https://huggingface.co/ACME/x/resolve/main/a.safetensors'],
] as const;
const others = [
  [`${civitai}?fileId=7`, `${civitai}?fileId=8`],
  [civitai, 'https://civitai.com/api/download/models/102'],
  [`${hub}/main/a.safetensors`, `${hub}/main/A.safetensors`],
  [`${hub}/main/a.safetensors`, 'https://huggingface.co/acme/y/resolve/main/a.safetensors'],
  ['https://files.example/a?b=1', 'https://files.example/a?b=2'],
  ['https://civitai.com.evil.example/api/download/models/101', civitai],
] as const;

test.each([
  ...same.map((pair) => [...pair, 'same', 'same', 'same'] as const),
  ...perhaps.map((pair) => [...pair, 'unknown', 'same', 'other'] as const),
  ...others.map((pair) => [...pair, 'other', 'other', 'other'] as const),
])('%s and %s without hashes: %s; with one hash: %s; with two: %s', (first, second, none, one, two) => {
  for (const [left, right] of [
    [first, second],
    [second, first],
  ] as const) {
    expect(compareFiles({ url: left, sha256: '' }, { url: right, sha256: a })).toBe(none);
    expect(compareFiles({ url: left, sha256: a.toUpperCase() }, { url: right, sha256: a })).toBe(one);
    expect(compareFiles({ url: left, sha256: a }, { url: right, sha256: b })).toBe(two);
  }
});

const record = (name: string, file_url: string, sha256sum = 'FIXME', more: object = {}) => ({
  name,
  config: { download: [{ file_name: `${name}.safetensors`, file_url, sha256sum }] },
  ...more,
});

test('find, findings and drafts take the addresses of one file for one file, and say where they do not know', async () => {
  const { app, ask } = await draftWorld(
    [],
    [
      civitaiModel(10, [
        civitaiFile(7, 'a.safetensors', 'a', { primary: true }),
        civitaiFile(8, 'b.safetensors', 'b'),
      ]),
    ],
  );
  await app.seed(
    'lora',
    record('bare', civitai),
    record('mirrored', 'https://civitai.red/api/download/models/101?fileId=8', b),
    record('elsewhere', 'https://civitai.com/api/download/models/999', a),
  );
  const found = async (q: string) => {
    const answer = await app.get(`${v2}/find?q=${encodeURIComponent(q)}`);
    const { results } = answer.json() as { results: { name: string; found_by: string }[] };
    return results.map(({ name, found_by }) => `${name} ${found_by}`);
  };
  expect(await found(civitai)).toEqual(['bare file', 'mirrored page']);
  expect(await found(`${civitai}?fileId=8`)).toEqual(['mirrored file', 'bare page']);
  expect(await found('civitai.green/api/download/models/101?type=Model')).toEqual([
    'bare page',
    'mirrored page',
  ]);
  expect(await found('https://civitai.com/models/10?modelVersionId=101')).toEqual([
    'bare file',
    'mirrored page',
  ]);
  expect(await found('https://civitai.com/api/download/models/102')).toEqual([]);

  const shared = async (url: string, sha256?: string) => {
    const body = record('new', url, sha256);
    const answer = await app.send('POST', `${v2}/lora?dry_run=true`, { key: keys.requestor, body });
    const { findings } = answer.json() as { findings: { rule: string; message: string }[] };
    return findings.filter(({ rule }) => rule === 'shared_url').map(({ message }) => message);
  };
  expect(await shared('https://www.civitai.com/api/download/models/101')).toEqual([
    expect.stringContaining("is also a download of 'bare' (lora)"),
  ]);
  expect(await shared(`${civitai}?type=Model`, a)).toEqual([
    expect.stringMatching(
      /may be the file that 'bare' \(lora\) downloads: .* it is unknown whether the bytes/,
    ),
  ]);
  expect(await shared(`${civitai}?fileId=9`, a)).toEqual([expect.stringContaining("'bare'")]);

  const { body } = await ask({ url: `${civitai}?fileId=7`, category: 'lora' });
  const told = body.duplicates.map(({ name, kind }: Record<string, string>) => [name, kind]);
  expect(told).toEqual([
    ['elsewhere', 'same_file'],
    ['bare', 'same_page'],
  ]);
  expect(body.duplicates[1].message).toContain('it is unknown whether the bytes are the same');
});

test('files of one name: other bytes are said only where both hashes are known', async () => {
  const { app } = await draftWorld([], []);
  const at = (url: string, sha256sum: string) => ({ file_name: 'one.safetensors', file_url: url, sha256sum });
  await app.seed('lora', { name: 'live', config: { download: [at(`${hub}/main/live`, a)] } });
  await app.seed('ti', { name: 'live', config: { download: [at(`${hub}/main/ti`, 'FIXME')] } });
  const clash = async (category: string, sha256sum: string) => {
    const body = { name: 'new', config: { download: [at('https://files.example/x', sha256sum)] } };
    const answer = await app.send('POST', `${v2}/${category}?dry_run=true`, { key: keys.requestor, body });
    const { findings } = answer.json() as { findings: { rule: string; message: string }[] };
    return findings.find(({ rule }) => rule === 'file_name_clash')?.message ?? '';
  };
  expect(await clash('lora', b)).toContain('and different content');
  for (const unknown of [await clash('lora', 'FIXME'), await clash('ti', b), await clash('ti', 'FIXME')]) {
    expect(unknown).toContain('it is unknown whether the bytes are the same');
    expect(unknown).not.toContain('different content');
  }
});

test('the repair of a lost address is offered only to records of the very bytes that were found', () => {
  const url = `${civitai}?fileId=7`;
  const observation = {
    outcome: 'missing',
    how: 'civitai_version',
    status: 200,
    reason: 'Gone.',
    moved_to: `${civitai}?fileId=9`,
  } as const;
  const repairs = (sha256: string, more: object) => {
    const [file] = filesOfRecord('lora', 'x', record('x', url, sha256));
    const known = { at: 1, observation: { ...observation, ...more } };
    return createEvidence(file!, { ...uncheckedAddress, known, checked_at: 1 }, null).repairs.map(
      ({ to }) => to,
    );
  };
  expect(repairs(a, { moved_sha256: a })).toEqual([`${civitai}?fileId=9`]);
  expect(repairs(b, { moved_sha256: a })).toEqual([]);
  expect(repairs('FIXME', { moved_sha256: a })).toEqual([]);
  expect(repairs(a.slice(0, 63), { moved_sha256: a })).toEqual([]);
  // As an earlier version has stored it.
  expect(repairs(a, {})).toEqual([]);
});
