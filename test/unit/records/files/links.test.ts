import { expect, test } from 'vitest';
import {
  findTemplateFormat,
  toCanonicalInstructFormat,
} from '../../../../src/modules/drafts/text-families.ts';
import { pageOf, parseDraftLink } from '../../../../src/records/files/links.ts';

const civitai = (
  modelId: number | null,
  versionId: number | null = null,
  fileId: number | null = null,
  wanted: Record<string, string> = {},
) => ({ host: 'civitai', modelId, versionId, fileId, wanted });
const hub = (repository: string, revision: string | null = null, path: string | null = null) => ({
  host: 'huggingface',
  repository,
  revision,
  path,
});

test.each([
  ['https://civitai.com/models/5', civitai(5)],
  ['https://www.civitai.com/models/5/some-slug?modelVersionId=7#top', civitai(5, 7)],
  ['https://civitai.red/de/models/5', civitai(5)],
  ['https://civitai.com/api/download/models/7?type=Model&fileId=9', civitai(null, 7, 9, { type: 'Model' })],
  [
    'https://civitai.com/api/download/models/7?size=full&fp=fp32&x=1',
    civitai(null, 7, null, { size: 'full', fp: 'fp32' }),
  ],
  ['https://civitai.com/api/v1/model-versions/7', civitai(null, 7)],
  [' urn:air:sdxl:checkpoint:civitai:5@7 ', civitai(5, 7)],
  ['air:flux1:lora:civitai:5', civitai(5)],
  ['air:flux1:lora:civitai:5@7+9.safetensors', civitai(5, 7, 9)],
  ['https://huggingface.co/acme/x/discussions/3', hub('acme/x')],
  ['https://civitai.com/models/5?modelVersionId=latest', null],
  ['https://civitai.com/api/download/models/7?fileId=x', null],
  ['air:other:model:huggingface:../whoami-v2', null],
  ['air:other:model:huggingface:./x', null],
  ['air:other:model:huggingface:acme/..', null],
  ['air:other:model:huggingface:acme/a..b', null],
  ['air:other:model:huggingface:datasets/x', null],
  ['air:other:model:huggingface:acme/x@..', null],
  ['air:flux1:lora:civitai:..@7', null],
  ['https://huggingface.co/acme/x/blob/main/..%2F..%2Fy.safetensors', null],
  ['sd15:model:civitai:5@7', civitai(5, 7)],
  ['urn:air:other:model:huggingface:acme/x@main', hub('acme/x', 'main')],
  ['https://huggingface.co/acme/x', hub('acme/x')],
  ['https://hf.co/acme/x/', hub('acme/x')],
  ['https://huggingface.co/acme/x/tree/dev/sub', hub('acme/x', 'dev')],
  ['https://huggingface.co/acme/x/blob/main/a%20b/c.gguf', hub('acme/x', 'main', 'a b/c.gguf')],
  [
    'https://huggingface.co/acme/x/resolve/refs%2Fpr%2F3/c.gguf?download=true',
    hub('acme/x', 'refs/pr/3', 'c.gguf'),
  ],
  ['https://huggingface.co/api/models/acme/x', hub('acme/x')],
  [
    'https://example.org/a/b.safetensors?x=1',
    { host: 'file', url: 'https://example.org/a/b.safetensors?x=1' },
  ],
  ['https://huggingface.co/datasets/acme/x', null],
  ['https://huggingface.co/acme', null],
  ['https://huggingface.co/acme/%zz', null],
  ['https://civitai.com/models/99999999999', null],
  ['https://civitai.com/user/5', null],
  ['https://civitai.com.example.org/models/5', null],
  ['javascript:alert(1)', null],
  ['ftp://example.org/a.ckpt', null],
  ['https://example.org/', null],
  ['', null],
  [`https://civitai.com/models/${'5'.repeat(3000)}`, null],
])('%s', (text, link) => {
  expect(parseDraftLink(text)).toEqual(link);
});

test('addresses of one page are the same page', () => {
  const same = ['https://civitai.com/models/5', 'https://www.civitai.com/models/5/slug?modelVersionId=7'];
  expect(new Set(same.map((address) => pageOf(address)?.page)).size).toBe(1);
  expect(pageOf('https://huggingface.co/Acme/X')).toEqual(pageOf('https://hf.co/acme/x/blob/main/a.gguf'));
  expect([pageOf('https://example.org/a.gguf'), pageOf(7), pageOf('')]).toEqual([null, null, null]);
});

test.each([
  ['Llama3', 'Llama 3'],
  ['Llama 3 Instruct', 'Llama 3'],
  ['llama 3 chat', 'Llama 3'],
  [' Gemma 4', 'Gemma 4'],
  ['Mistral v7 tekken', 'Mistral V7 Tekken'],
  ['chatml', 'ChatML'],
  ['Own Format ', 'Own Format'],
])('the format %s is spelled %s', (text, name) => {
  expect(toCanonicalInstructFormat(text)).toBe(name);
});

test.each([
  ["{{'<|im_start|>' + role}}", 'ChatML'],
  ["{{'<|start_header_id|>'}}", 'Llama 3'],
  ["{{'[INST] <<SYS>>'}}", 'Llama 2'],
  ["{{'[SYSTEM_PROMPT]' + x}}{{'[INST]'}}", 'Mistral V7 Tekken'],
  ["{{'[AVAILABLE_TOOLS] ['}}{{'[INST] '}}", 'Mistral V3'],
  ["{{'[INST] ' + x}}", 'Mistral'],
  ["{{'<|user|>'}}{{'<|model|>'}}", 'Metharme'],
  ["{{'something else'}}", null],
])('the template %s is of %s', (template, name) => {
  expect(findTemplateFormat(template)).toBe(name);
});
