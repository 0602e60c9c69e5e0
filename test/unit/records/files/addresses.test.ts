import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import { createKnownModels, keysOfModel } from '../../../../src/modules/catalog/known-models.ts';
import { lint } from '../../../../src/modules/queue/findings/rules.ts';
import { baselines } from '../../../support/categories.ts';

const sha = 'a'.repeat(64);
const at = (file_url: string, sha256sum = sha) => ({ file_name: `f${sha256sum[0]}`, file_url, sha256sum });

function findings(record: JsonObject, known = [createKnownModels('clip', [])]) {
  const preferredHosts = ['huggingface.co', 'github.com', 'civitai.com', 'hf.co', 'drive.google.com'];
  const proposal = { category: 'clip', name: 'new', record, live: null, knownModels: known, preferredHosts };
  return lint({ ...proposal, baselines, sameProposals: [] }).map(
    ({ rule, message }) => `${rule}: ${message}`,
  );
}
const ofUrl = (url: string) => findings({ config: { download: [at(url)] } });

describe('an address of a file', () => {
  test.each([
    'https://civitai.com/api/download/models/128713?type=Model',
    'https://huggingface.co/org/repo/resolve/main/dir/file.safetensors?download=true',
    'https://github.com/xinntao/Real-ESRGAN/releases/download/v0.1.0/RealESRGAN_x4plus.pth',
    'https://github.com/org/repo/raw/main/x.pth',
    'https://github.com/org/repo/blob/main/x.pth?raw=true',
    'https://drive.google.com/uc?id=1',
  ])('%s leads to a file', (url) => {
    expect(ofUrl(url)).toEqual([]);
  });

  test.each([
    ['https://civitai.com/models/4384/dreamshaper', 'Civitai'],
    ['https://civitai.com/models/4384?modelVersionId=128713', 'Civitai'],
    ['https://huggingface.co/org/repo/blob/main/file.safetensors', 'Hugging Face'],
    ['https://HuggingFace.co/org/repo', 'Hugging Face'],
    ['https://huggingface.co/org/repo/tree/main', 'Hugging Face'],
    ['https://github.com/org/repo/blob/main/x.pth', 'GitHub'],
    ['https://github.com/org/repo/releases/tag/v1', 'GitHub'],
    ['https://drive.google.com/file/d/1/view', 'Google Drive'],
  ])('%s is a page', (url, host) => {
    expect(ofUrl(url)).toEqual([
      expect.stringMatching(`^page_not_file: '.*' is a page of ${host}, not a file`),
    ]);
  });

  test.each(['https://huggingface.co/a b', 'https:huggingface.co/x', 'https:///x', 'https://h\\x'])(
    '%s is not usable, whatever a browser makes of it',
    (url) => {
      expect(ofUrl(url)).toEqual([`unusable_url: '${url}' is not an absolute http or https URL.`]);
    },
  );

  test('is that of another model in whatever case of its host, and with whatever fragment', () => {
    const url = 'https://huggingface.co/o/r/resolve/main/File';
    const known = [
      createKnownModels('clip', [keysOfModel({ name: 'old', record: { config: { download: [at(url)] } } })]),
    ];
    const shared = (file_url: string) =>
      findings({ config: { download: [at(file_url, 'b'.repeat(64))] } }, known).length;
    expect(shared('HTTPS://HuggingFace.co:443/o/r/resolve/main/File#x')).toBe(1);
    expect(shared('https://huggingface.co/o/r/resolve/main/file')).toBe(0);
  });
});

describe('the address of a page', () => {
  test.each([
    [{ homepage: 'civitai.com/models/1' }, 'homepage', '; did you mean https://civitai.com/models/1'],
    [{ url: 'www.example.org' }, 'url', '; did you mean https://www.example.org'],
    [{ finetune_series: { homepage: 'none' } }, 'finetune_series.homepage', ''],
    [{ homepage: 'javascript:alert(1)' }, 'homepage', ''],
  ])('%j has no scheme that people can follow', (record, path, hint) => {
    const proposal = { category: 'clip', name: 'new', live: null, knownModels: [], preferredHosts: [] };
    const address = JSON.stringify(record).split('"').at(-2);
    expect(lint({ ...proposal, baselines, record, sameProposals: [] })).toEqual([
      {
        rule: 'unusable_homepage',
        severity: 'warning',
        field_path: path,
        message: `'${address}' is not an absolute http or https URL${hint}.`,
      },
    ]);
  });

  test('is in order with one, and when there is none', () => {
    expect(findings({ homepage: 'https://example.org', url: '', finetune_series: {} })).toEqual([]);
  });
});

describe('a hash that is not a SHA-256', () => {
  test.each([
    [
      '128713abcd',
      'it has 10 hexadecimal digits instead of 64, so it may be an AutoV2 hash, the first digits of a SHA-256, as Civitai shows it',
    ],
    ['d41d8cd98f00b204e9800998ecf8427e', 'it has 32 hexadecimal digits instead of 64, so it may be an MD5'],
    [sha.slice(1), 'it has 63 hexadecimal digits instead of 64'],
    [`sha256:${sha}`, `it has a prefix; use only the 64 hexadecimal digits '${sha}'`],
    ['unknown', 'it must be 64 hexadecimal digits'],
  ])('%s is told for what it is', (hash, words) => {
    const download = [at('https://huggingface.co/o/r/resolve/main/f', hash)];
    expect(findings({ config: { download } })).toEqual([
      `malformed_sha256: '${hash}' is not a SHA-256: ${words}.`,
    ]);
  });
});

test('a file name that leads out of its folder, queued before it was refused, is told first', () => {
  const download = [{ ...at('ftp://x', 'x'), file_name: '../../x' }];
  const rules = findings({ config: { download } }).map((each) => each.split(':')[0]);
  expect(rules).toEqual(['unsafe_file_name', 'malformed_sha256', 'unusable_url']);
});
