import { expect, test } from 'vitest';
import { isMutableAddress, pinAddress } from '../../../../src/records/files/host-address.ts';

const commit = 'c'.repeat(40);
const hub = 'https://huggingface.co/acme/model/resolve';

test.each([
  [`${hub}/main/a.safetensors`, true],
  [`${hub}/refs%2Fpr%2F3/a.safetensors`, true],
  [`${hub}/${commit}/sub/a.safetensors?download=true`, false],
  ['https://civitai.com/api/download/models/20', true],
  ['https://civitai.com/api/download/models/20?type=Model&format=SafeTensor', true],
  ['https://civitai.com/api/download/models/20?fileId=7', false],
  ['https://github.com/acme/model/releases/download/v1/a.pth', false],
  ['https://github.com/acme/model/releases/latest/download/a.pth', true],
  ['https://github.com/acme/model/raw/master/a.pth', true],
  [`https://raw.githubusercontent.com/acme/model/${commit}/a.yaml`, false],
  ['https://files.example/main/a.pth', false],
  ['no address', false],
])('%s may change: %s', (url, mutable) => {
  expect(isMutableAddress(url)).toBe(mutable);
});

test('an address is pinned to what it stands for, and keeps the rest', () => {
  expect(pinAddress(`${hub}/main/sub/a%20b.bin?download=true`, commit)).toBe(
    `${hub}/${commit}/sub/a%20b.bin?download=true`,
  );
  expect(pinAddress('https://civitai.com/api/download/models/20?type=Model', '7')).toBe(
    'https://civitai.com/api/download/models/20?type=Model&fileId=7',
  );
  expect(pinAddress(`${hub}/main/a.bin`, 'a-branch')).toBeNull();
  expect(pinAddress('https://files.example/a.pth', commit)).toBeNull();
});
