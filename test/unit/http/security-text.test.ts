import { expect, test } from 'vitest';
import { startTestApp } from '../../support/app.ts';

const path = '/.well-known/security.txt';

test('security.txt says whom to tell, and until when that is true', async () => {
  await using app = await startTestApp({ settings: { securityContact: 'mailto:safe@example.org' } });
  const answer = await app.get(path);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const fields = new Map(
    answer.body
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (.*)/, 2) as [string, string]),
  );
  expect(fields.get('Contact')).toBe('mailto:safe@example.org');
  expect(Date.parse(fields.get('Expires') ?? '')).toBeGreaterThan(0);
});

test('without a contact there is none', async () => {
  await using app = await startTestApp();
  expect((await app.get(path)).statusCode).toBe(404);
});
