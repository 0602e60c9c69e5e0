import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeApiTypes } from '../../../scripts/api-types.ts';

it('the API’s types are written anew when their document is another than they were made from', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'modelref-types-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'schema.ts');

  expect(await writeApiTypes(file)).toBe(true);
  const written = readFileSync(file, 'utf8');
  expect(written).toContain('export interface operations');
  expect(written).toMatch(
    /export const bounds = .*"CommentRequest":\{"text":\{"minLength":1,"maxLength":\d+\}\}/,
  );
  expect(await writeApiTypes(file)).toBe(false);

  await writeFile(file, written.replace(/Source: \w+/, 'Source: of-another-document'));
  expect(await writeApiTypes(file)).toBe(true);
  expect(readFileSync(file, 'utf8')).toBe(written);
});
