import { expect, test } from 'vitest';
import { startModelref } from './process.ts';

test('the demo tells its addresses and keys, which work, and stops when asked', async () => {
  await using demo = await startModelref(['demo'], { MODELREF_PORT: '0' });
  const [, line = ''] = await demo.printed(/curl (http:\S+)\n/);
  const output = demo.output();
  const base = /base URL +(http:\/\/127\.0\.0\.1:\d+\/api)\n/.exec(output)?.[1] ?? '';
  expect(line.startsWith(`${base}/`)).toBe(true);
  expect(output).toContain(`${base}/docs`);
  expect(output).toMatch(/was empty: \d+ sample models loaded/);

  expect(await (await fetch(line)).json()).toMatchObject({ record_type: 'clip', name: 'ViT-L/14' });
  const roles = async (apikey: string) => {
    const answer = await fetch(`${base}/model_references/v2/me/roles`, { headers: { apikey } });
    return answer.status === 200 ? ((await answer.json()) as { roles: string[] }).roles : answer.status;
  };
  const keys = [...output.matchAll(/^ {2}(\S+) +\S+#\d+: may /gm)].map(([, key]) => key ?? '');
  expect(keys).toHaveLength(3);
  expect(await Promise.all(keys.map(roles))).toEqual([['requestor'], ['approver', 'requestor'], []]);
  expect(await roles('made up')).toBe(401);

  demo.child.kill('SIGTERM');
  expect(await demo.ended()).toBe(0);
});

test.each(['0.0.0.0', '::', '192.0.2.1', 'example.org'])('the demo does not listen on %s', async (host) => {
  await using demo = await startModelref(['demo'], { MODELREF_PORT: '0', MODELREF_HOST: host });
  expect(await demo.ended()).toBe(1);
  expect(demo.output()).toContain(`listens on a loopback address only, not on '${host}'`);
  expect(demo.output()).not.toContain('running');
});

test('a demo on another loopback address', async () => {
  await using demo = await startModelref(['demo'], { MODELREF_PORT: '0', MODELREF_HOST: 'localhost' });
  await demo.printed(/base URL +http:\/\/(127\.0\.0\.1|\[::1\]):\d+\/api/);
});
