import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';
import { getRaw } from './raw-request.ts';

const clip = '/api/model_references/v2/clip';

const names = [
  'ViT-L/14',
  'a/b/c',
  '/leading',
  'trailing/',
  'a//b',
  'with space',
  ' spaces around ',
  '100%',
  '%2F',
  'a%20b',
  'what?',
  'sharp#',
  'semi;colon',
  'plus+plus',
  'amp&ersand=',
  '日本語モデル',
  '🤖/💾',
  'quote\'"',
  'search',
  'model',
  'history',
  'a/history',
  'last_updated',
  'constructor',
  '.',
  '..',
  '../clip',
  '🤖'.repeat(512),
];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.seed('clip', ...names.map((name) => ({ name, description: `this is ${name}` })));
});
afterAll(() => app[Symbol.asyncDispose]());

describe('a model may have any name', () => {
  it.each(names)('%s is read by its percent-encoded name', async (name) => {
    // Clients resolve "." and ".." unless the dots are encoded too.
    const encoded = encodeURIComponent(name).replaceAll('.', '%2E');
    const answer = await getRaw(app.server, `${clip}/model/${encoded}`);
    expect([answer.status, JSON.parse(answer.body).description]).toEqual([200, `this is ${name}`]);
  });

  it.each(['ViT-L/14', 'a/b/c', 'a//b', '/leading', 'a/history'])(
    '%s is read with raw slashes too',
    async (name) => {
      const answer = await getRaw(app.server, `${clip}/model/${name}`);
      expect([answer.status, JSON.parse(answer.body).name]).toEqual([200, name]);
    },
  );

  it('and is decoded once', async () => {
    const twice = encodeURIComponent(encodeURIComponent('a/b/c'));
    expect((await app.get(`${clip}/model/${twice}`)).statusCode).toBe(404);
  });

  it.each(['a/b/c', 'with space', '100%', '%2F', 'search', '🤖/💾', 'trailing/'])(
    '%s is updated and deleted by it',
    async (name) => {
      const path = `${clip}/model/${encodeURIComponent(name)}`;
      const update = await app.send('PUT', path, { key: keys.requestor, body: { name } });
      expect([update.statusCode, update.json().model_name]).toEqual([202, name]);
      const removal = await app.send('DELETE', path, { key: keys.requestor });
      expect([removal.statusCode, removal.json().model_name]).toEqual([202, name]);
    },
  );
});

describe('a name that cannot be', () => {
  it('with U+0000 in it nothing is found, with any database', async () => {
    const text = '/api/model_references/v2/text_generation';
    const body = { reason: 'r', alias: 'a', aliases: ['a'], group_name: 'g', members: ['g'] };
    for (const [method, path] of [
      ['GET', `${clip}/model/a%00b/history`],
      ['GET', `${text}/model/a%00b/usage`],
      ['DELETE', `${clip}/model/a%00b`],
      ['PUT', `${text}/a%00b/name_exception`],
      ['DELETE', `${text}/group/a%00b/name_schema`],
      ['POST', `${text}/aliases/a%00b/remove`],
      ['DELETE', `${text}/families/a%00b`],
    ] as const) {
      const answer = await app.send(method, path, {
        key: keys.approver,
        ...(method.startsWith('P') && { body }),
      });
      expect([path, answer.statusCode, answer.json().detail]).toEqual([
        path,
        404,
        'A name must not contain the character U+0000.',
      ]);
    }
  });

  it('is not found on a read', async () => {
    for (const path of ['a%5Cb', '%00', 'n'.repeat(3000)]) {
      expect((await getRaw(app.server, `${clip}/model/${path}`)).status).toBe(404);
    }
  });
});
