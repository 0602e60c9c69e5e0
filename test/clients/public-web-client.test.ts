import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { keys } from '../support/identity-server.ts';
import { bodiesOfV1, bodiesOfV2, webClientFile } from './public-web-client.ts';

/** Sends a write as the web client does, lets it be approved and applied. */
async function write(app: TestApp, version: string, method: string, path: string, body?: JsonObject) {
  const root = `/api/model_references/${version}`;
  const proposed = await app.send(method, root + path, { key: keys.requestor, body });
  expect(proposed.statusCode, proposed.body).toBe(202);
  const change = proposed.json().change_id;
  const approval = { batch_title: 'Of the web client', approved_ids: [change] };
  const approved = await app.send('POST', `${root}/pending_queue/batches`, {
    key: keys.approver,
    body: approval,
  });
  expect(approved.statusCode, approved.body).toBe(200);
  const apply = `${root}/pending_queue/apply`;
  const applied = await app.send('POST', apply, { key: keys.approver, body: { change_ids: [change] } });
  expect(applied.statusCode, applied.body).toBe(200);
}

async function readBoth(app: TestApp, category: string) {
  const v1 = (await app.get(`/api/model_references/v1/${category}`)).json();
  const v2 = await app.get(`/api/model_references/v2/${category}/model/web%20model`);
  return { v1: v1['web model'], v2: v2.json(), status: v2.statusCode };
}

const deployments = [
  ['legacy', 'v1', bodiesOfV1],
  ['v2', 'v2', bodiesOfV2],
] as const;

describe.each(deployments)(
  'in a deployment that writes %s, the public web client',
  (format, version, bodies) => {
    it.each(Object.keys(bodies))(
      'creates a model with its download, edits and deletes it: %s',
      async (category) => {
        await using app = await startTestApp({ settings: { canonicalFormat: format } });
        const { create, edit } = bodies[category]!;
        const one = `/${category}/model/web%20model`;

        await write(app, version, 'POST', `/${category}`, create);
        const created = await readBoth(app, category);
        expect(created.v2.config.download).toMatchObject([webClientFile]);
        expect(created.v1.config).toMatchObject({
          files: [{ path: webClientFile.file_name, sha256sum: webClientFile.sha256sum }],
          download: [{ file_name: webClientFile.file_name, file_url: webClientFile.file_url }],
        });

        const body = edit(created[version]);
        if (version === 'v1') await write(app, version, 'PUT', `/${category}`, body);
        else await write(app, version, 'PUT', one, body);
        const edited = await readBoth(app, category);
        for (const record of [edited.v1, edited.v2])
          expect(record.description).toBe('Edited in the web client.');
        expect(edited.v2.config.download).toMatchObject([webClientFile]);

        await write(app, version, 'DELETE', one);
        expect((await readBoth(app, category)).status).toBe(404);
      },
    );
  },
);
