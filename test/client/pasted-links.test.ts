import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linksIn } from '#client';

const page = 'https://civitai.com/models/5?modelVersionId=7';
const hub = 'https://huggingface.co/acme/x';

test.each([
  [page, [page]],
  [`  ${page}\n`, [page]],
  ['civitai.com/models/5?modelVersionId=7', [page]],
  ['www.civitai.com/models/5', ['https://www.civitai.com/models/5']],
  ['hf.co/acme/x', ['https://hf.co/acme/x']],
  ['huggingface.co/acme/x', [hub]],
  ['acme/x', [hub]],
  ['`acme/x`', [hub]],
  ['- acme/x\n- acme/y', [hub, 'https://huggingface.co/acme/y']],
  ['example.org/a/b.safetensors', ['https://example.org/a/b.safetensors']],
  ['example.org:8443/b.gguf?x=1', ['https://example.org:8443/b.gguf?x=1']],
  [`<${page}>`, [page]],
  [`[A model](${page})`, [page]],
  [`[${page}](${page})`, [page]],
  [`**${hub}**`, [hub]],
  [`Have a look at ${hub}. It is good!`, [hub]],
  [`See (${hub}), or civitai.com/models/5;`, [hub, 'https://civitai.com/models/5']],
  [`${page} ${hub}`, [page, hub]],
  [`${page}\n\n${hub}\n${page}`, [page, hub]],
  ['https://example.org/a(1).safetensors', ['https://example.org/a(1).safetensors']],
  ['http://[::1]/a.safetensors', ['http://[::1]/a.safetensors']],
  ['urn:air:sdxl:checkpoint:civitai:5@7', ['urn:air:sdxl:checkpoint:civitai:5@7']],
  ['It is air:flux1:lora:civitai:5.', ['air:flux1:lora:civitai:5']],
  ['sd15:model:civitai:5@7', ['sd15:model:civitai:5@7']],
  ['air:other:model:huggingface:../whoami-v2', ['air:other:model:huggingface:../whoami-v2']],
  // What looks like a link and is none is told, and not left out.
  [`${page}\nhtps://civitai.com/models/6`, [page, 'htps://civitai.com/models/6']],
  ['Please add these\nacme/x\nand/or tell me', [hub]],
  ['no link at all', ['no link at all']],
  [
    'me@civitai.com/models/5 and notcivitai.com/models/5',
    ['me@civitai.com/models/5 and notcivitai.com/models/5'],
  ],
  ['', []],
])('%j has the links %j', (text, found) => {
  expect(linksIn(text)).toEqual(found);
});

test('taking links out again changes nothing, and takes time that is linear in the text', () => {
  const parts = fc.array(
    fc.constantFrom(
      'https://',
      'hf.co/',
      'a/b',
      '.',
      '(',
      ')',
      '[',
      '](',
      '<',
      ' ',
      '\n',
      'x.',
      '/',
      ':',
      'air:',
      '.pt',
    ),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(parts, (each) => {
      const text = each.join('');
      // Where no link is, the text is given as a whole, with all its lines.
      const wrong = /https:\/\/[^\s<[\]]/.test(text) ? /^\s|\s$|\n/ : /^\s|\s$/;
      for (const link of linksIn(text)) expect(link).not.toMatch(wrong);
      linksIn(text.repeat(200));
    }),
    { numRuns: 100 },
  );
});
