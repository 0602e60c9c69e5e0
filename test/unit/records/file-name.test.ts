import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findFileNameProblem } from '../../../src/records/file-name.ts';

describe('the name of a file', () => {
  test.each([
    'model.safetensors',
    'annotators/lllyasviel/Annotators/ControlNetHED.pth',
    'open clip/ViT-L~14 (v2).bin',
    '..model',
    'a/...',
    'モデル.ckpt',
  ])('%j is one', (name) => {
    expect(findFileNameProblem(name)).toBeNull();
  });

  test.each([
    ['', 'is empty'],
    ['../../../../home/worker/.ssh/authorized_keys', "has the path segment '..'"],
    ['a/../../b', "has the path segment '..'"],
    ['./a', "has the path segment '.'"],
    ['a//b', "has the path segment ''"],
    ['a/', "has the path segment ''"],
    ['/etc/cron.d/x', 'is an absolute path'],
    ['C:\\Windows\\x', 'has a backslash'],
    ['c:x', "begins with the drive 'c:'"],
    ['~/.bashrc', "begins with '~', which stands for a home directory"],
    ['a\u0007b', 'has the control character U+0007'],
    ['a\nb', 'has the control character U+000A'],
    ['model\u202Etxt.exe', 'has U+202E, which changes the text direction'],
    ['\u2066a', 'has U+2066, which changes the text direction'],
  ])('%j is none, for a plain reason', (name, cause) => {
    expect(findFileNameProblem(name)).toBe(
      `${JSON.stringify(name)} ${cause}; allowed: relative paths with '/' between their parts`,
    );
  });

  test('never leads out of the folder it is joined to, on any system', () => {
    const segment = fc.oneof(
      fc.constantFrom('..', '.', '', '~', 'C:', 'a', '\\', '..\\..', '/', 'b.bin'),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 6 }), (segments) => {
        const name = segments.join('/');
        if (findFileNameProblem(name) !== null) return;
        expect(posix.join('/models', name).startsWith('/models/')).toBe(true);
        expect(win32.resolve('D:\\models', name).startsWith('D:\\models\\')).toBe(true);
      }),
    );
  });
});
