/// <reference types="node" />
import { globSync, readFileSync } from 'node:fs';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { clearKeyedQueries } from '../../console/src/api/keyed-queries.ts';

const sources = globSync('console/src/{api,pages}/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'));
/** The first part of each key whose query is cached by session, and so is read with a key. */
const cachedBySession = sources.flatMap((source) =>
  source
    .split(/^(?:export )?(?:async )?function /m)
    .filter((text) => /\bconst \{ id\b[^}]*\} = session\.use\(\)/.test(text))
    .flatMap((text) => [...text.matchAll(/queryKey(?:: | = )\[(('[^']+', )+)id\b/g)])
    .map(([, parts = '']) => [...parts.matchAll(/'([^']+)'/g)].map(([, part = '']) => part)),
);

test('a sign-out forgets what was read with a key, and nothing else', () => {
  const client = new QueryClient();
  const open = [['models', 'clip', 'common'], ['requests', 'one', 7], ['categories']];
  const keyed = cachedBySession.map((parts) => [...parts, 1]);
  expect(keyed.length).toBeGreaterThan(20);
  for (const queryKey of [...open, ...keyed]) client.setQueryData(queryKey, {});
  clearKeyedQueries(client);
  const kept = client.getQueryCache().getAll();
  expect(kept.map(({ queryKey }) => queryKey)).toEqual(open);
});
