import { describe, expect, it } from 'vitest';
import { findKey, removeKeysFromText } from '../../../../src/records/files/address-keys.ts';
import { refuseKeys } from '../../../../src/records/files/refuse-keys.ts';

const file = 'https://civitai.com/api/download/models/1';
const nested = (times: number) => {
  let address = `${file}?token=SECRET`;
  for (let each = 0; each < times; each += 1)
    address = `https://a.example/?to=${encodeURIComponent(address)}`;
  return address;
};

describe('a key in an address', () => {
  it.each([
    ["the parameter 'token'", `${file}?token=SECRET`, file],
    ["the parameter 'token'", `${file}?type=Model&Token=SECRET&fp=fp16`, `${file}?type=Model&fp=fp16`],
    ["the parameter 'token'", `${file}?token=&token=SECRET&a=1`, `${file}?token=&a=1`],
    ["the parameter 'token'", `${file}?%74ok%65n=SECRET`, file],
    ["the parameter 'token'", `${file}?to%256ben=SECRET`, file],
    ["the parameter 'token'", `${file}?a=1;token=SECRET`, file],
    ["the parameter 'token'", `${file}?a=1&amp;token=SECRET`, `${file}?a=1`],
    ["the parameter 'token'", `${file}?token[]=SECRET`, file],
    ["the parameter 'token'", `${file}?to\nken=SECRET`, ''],
    ["the parameter 'access_token'", `${file}#access_token=SECRET`, file],
    ["the parameter 'hf_token'", `${file}?a=1#top?HF_TOKEN=SECRET`, `${file}?a=1`],
    ["the parameter 'api_key'", `${file}?api_key=SECRET`, file],
    ["the parameter 'apikey'", '/api/download/models/1?apikey=SECRET', '/api/download/models/1'],
    ["the parameter 'token'", nested(1), 'https://a.example/'],
    ["the parameter 'token'", nested(3), 'https://a.example/'],
    [
      "the parameter 'token'",
      `get it at ${file}?token=SECRET or elsewhere`,
      `get it at ${file} or elsewhere`,
    ],
    ['a user or a password', 'https://me:SECRET@files.example/a', 'https://files.example/a'],
    ['a user or a password', 'https://SECRET@huggingface.co/a/b', 'https://huggingface.co/a/b'],
    ['a user or a password', 'HTTPS:\\\\me:SECRET@files.example/a', 'HTTPS:\\\\files.example/a'],
    ['a user or a password', '//me:SECRET@files.example/a', '//files.example/a'],
    ['a user or a password', 'ftp://me:SECRET@files.example/a', 'ftp://files.example/a'],
    ['a user or a password', 'https://me:SEC RET@files.example/a', ''],
    [
      'a user or a password',
      'https://a.example/?to=https%3A%2F%2Fme%3ASECRET%40b.example',
      'https://a.example/',
    ],
  ])('%s is found, and left out: %s', (what, address, bare) => {
    expect(findKey(address)).toBe(what);
    expect(removeKeysFromText(address)).toBe(bare);
  });

  it.each([
    `${file}?type=Model&format=SafeTensor`,
    'https://huggingface.co/a/b/resolve/main/token=1/a@b.bin?download=true',
    'https://cdn.example/@scope/package@1.0/a.bin?max_tokens=3&mytoken=1',
    'https://bucket.example/a?X-Amz-Security-Token=abc&X-Amz-Signature=def',
    'ssh://git@github.com/a/b',
    'me@files.example',
    'Prompt: token=1, 100%',
    `${file}?token=`,
    '%zz=%',
  ])('is not found in %s', (text) => {
    expect(findKey(text)).toBeNull();
    expect(removeKeysFromText(text)).toBe(text);
  });

  it('is looked for in a long text in linear time', () => {
    for (const part of ['a.', 'http:', '?token[', 'a://a:', '%25', '//', '@'])
      expect(findKey(`=${part.repeat(200_000 / part.length)}`)).toBeNull();
  });
});

it('names every place of a key in a value, and shows none', () => {
  const value = {
    homepage: `${file}?token=SECRET`,
    config: { download: [{}, { file_url: `${file}?hf_token=SECRET` }] },
    [`${file}?token=SECRET`]: { deep: `${file}?token=SECRET` },
  };
  let refusal: { message: string; problems: unknown } | undefined;
  try {
    refuseKeys(value);
  } catch (error) {
    refusal = error as typeof refusal;
  }
  const text = (what: string) =>
    `URL must not contain the parameter '${what}': it is a personal key, and records are public`;
  expect(refusal?.problems).toEqual([
    { type: 'address_with_key', loc: ['body', 'homepage'], msg: text('token') },
    { type: 'address_with_key', loc: ['body', 'config', 'download', 1, 'file_url'], msg: text('hf_token') },
    { type: 'address_with_key', loc: ['body'], msg: text('token') },
  ]);
  expect(refusal?.message).toBe(`body.homepage: ${text('token')}`);
});
