import { describe, expect, it } from 'vitest';
import { compareFiles, summarizeFiles } from '../../console/src/parts/file-differences.ts';

const [a, b] = ['a'.repeat(64), 'b'.repeat(64)];
const file = (part: object = {}) => ({
  file_name: 'model.ckpt',
  file_url: 'https://huggingface.co/x/model.ckpt',
  sha256sum: a,
  ...part,
});

const at = (file_url: string) => file({ file_url });
const vae = file({ file_name: 'vae', file_url: 'https://h/vae', sha256sum: b });

const summarize = (before: unknown, after: unknown) => {
  const found = compareFiles(before, after);
  return found && summarizeFiles(found);
};

describe('two lists of downloads', () => {
  it.each<[string, unknown, unknown, string[]]>([
    ['another hash behind the same address', [file()], [file({ sha256sum: b })], ['hash changed']],
    ['a hash that is taken away', [file()], [file({ sha256sum: 'FIXME' })], ['hash removed']],
    ['a hash that was missing', [file({ sha256sum: undefined })], [file()], ['hash added']],
    ['another host', [file()], [at('https://203.0.113.9/x')], ['host huggingface.co → 203.0.113.9']],
    ['no web address', [file()], [at('javascript:alert(1)')], ['host huggingface.co → no web address']],
    ['another path on the host', [file()], [at('https://huggingface.co/y')], ['address changed']],
    ['another size', [file({ size_bytes: 1 })], [file({ size_bytes: 2 })], ['size changed']],
    ['one more file', [file()], [vae, file()], ['file added']],
    ['no file any more', [file()], [], ['file removed']],
    ['files for the first time', undefined, [file()], ['file added']],
    [
      'everything about the only file',
      [file()],
      [{ file_name: 'other', file_url: 'http://h/other', sha256sum: b }],
      ['hash changed', 'host huggingface.co → h', 'file name changed'],
    ],
    ['the order alone', [file(), vae], [vae, file()], ['order of files changed']],
  ])('say %s', (_, before, after, expected) => {
    expect(summarize(before, after)).toEqual(expected);
  });

  it('hide no property, known or not', () => {
    const found = compareFiles([file({ constructor: 1, size_bytes: 2048 })], [file({ odd: { deep: [1] } })]);
    expect(found?.files[0]?.rows).toEqual([
      { label: 'Size', before: '2.0 KiB (2,048 bytes)', after: null },
      { label: 'constructor', before: '1', after: null },
      { label: 'odd', before: null, after: '{"deep":[1]}' },
    ]);
  });

  it('count the files that stay', () => {
    expect(compareFiles([vae, file()], [vae, file({ sha256sum: undefined })])).toMatchObject({
      unchangedCount: 1,
      files: [{ kind: 'changed', name: 'model.ckpt' }],
    });
  });

  it.each([
    ['a text', 'x', [file()]],
    ['a list of texts', [file()], ['x']],
    ['nothing that differs', [file()], [file()]],
  ])('are shown whole where one is %s', (_, before, after) => {
    expect(compareFiles(before, after)).toBeNull();
  });
});
