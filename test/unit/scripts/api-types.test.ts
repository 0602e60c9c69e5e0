import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { apiTypes, apiTypesFile } from '../../../scripts/api-types.ts';

it('the console’s API types are those of the API’s document (npm run console:types writes them)', async () => {
  const isUpToDate = readFileSync(apiTypesFile, 'utf8') === (await apiTypes());
  expect(isUpToDate).toBe(true);
});
