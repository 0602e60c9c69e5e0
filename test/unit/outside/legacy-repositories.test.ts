import { expect, test } from 'vitest';
import { filesOfRepository } from '../../../src/outside/reference-url.ts';

test('files of a repository are read as they are at its branch, without an account', () => {
  expect(filesOfRepository({ owner: 'some-one', name: 'references', branch: 'main' })).toBe(
    'https://raw.githubusercontent.com/some-one/references/main',
  );
});
