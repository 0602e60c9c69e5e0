import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import { startFilledApp } from '../support/filled-app.ts';
import { keys } from '../support/identity-server.ts';

type Rung = [method: string, path: string, body: JsonObject | undefined, status: number, said: string];

describe('past the checks, a write is refused for', () => {
  const prefixed = 'aphrodite/none';
  const good = { name: 'none', parameters: 1 };
  const bad = { ...good, parameters: 'many' };
  const category = 'text_generation';
  const prefix = (happen: string, dash: '-' | '—' = '-') =>
    `Model name '${prefixed}' contains a backend prefix (aphrodite/, koboldcpp/). Submit only the base model name ${dash} backend duplicates are ${happen} automatically.`;
  const taken = `Model 'live' already exists in category '${category}'. Use PUT to update existing models.`;
  const missing = `Model 'none' not found in category '${category}'`;
  const unknown = `Model 'none' does not exist in category '${category}'. Use POST to create new models.`;

  /** Each request is wrong in its own way and in all ways that come later. */
  const ladders: Record<'v2' | 'legacy', Rung[]> = {
    v2: [
      ['PUT', `/${category}/model/other`, { ...bad, name: prefixed }, 422, 'body'],
      ['PUT', `/${category}/model/other`, { ...good, name: 'back\\slash' }, 422, 'invalid characters'],
      ['PUT', `/${category}/model/other`, { ...good, name: prefixed }, 400, 'must match the payload'],
      ['PUT', `/${category}/model/${prefixed}`, { ...good, name: prefixed }, 400, prefix('generated', '—')],
      ['PUT', `/${category}/model/none`, good, 404, `${missing}. Use POST to create new models.`],
      ['POST', `/${category}`, { ...bad, name: prefixed }, 422, 'body'],
      ['POST', `/${category}`, { ...good, name: prefixed }, 400, prefix('generated', '—')],
      ['POST', `/${category}`, { ...good, name: 'live' }, 409, taken],
      ['POST', `/${category}/add`, { ...bad, name: prefixed }, 422, 'body'],
      ['POST', `/${category}/add`, { ...good, name: prefixed }, 400, prefix('generated', '—')],
      ['POST', `/${category}/add`, { ...good, name: 'live' }, 409, taken],
      ['DELETE', `/nonsense/model/${prefixed}`, undefined, 422, 'model_category_name'],
      ['DELETE', `/${category}/model/${prefixed}`, undefined, 400, prefix('deleted', '—')],
      ['DELETE', `/${category}/model/none`, undefined, 404, missing],
    ],
    legacy: [
      ['PUT', '/nonsense', bad, 422, 'model_category_name'],
      ['PUT', `/${category}`, { ...bad, name: prefixed }, 422, 'body'],
      ['PUT', `/${category}`, { ...good, name: 'back\\slash' }, 422, 'invalid characters'],
      ['PUT', `/${category}`, { ...good, name: prefixed }, 400, prefix('generated')],
      ['PUT', `/${category}`, good, 404, unknown],
      ['POST', '/nonsense', bad, 422, 'model_category_name'],
      ['POST', `/${category}`, { ...bad, name: prefixed }, 422, 'body'],
      ['POST', `/${category}`, { ...good, name: prefixed }, 400, prefix('generated')],
      ['POST', `/${category}`, { ...good, name: 'live' }, 409, taken],
      ['DELETE', `/nonsense/model/${prefixed}`, undefined, 422, 'model_category_name'],
      ['DELETE', `/${category}/model/${prefixed}`, undefined, 400, prefix('deleted')],
      ['DELETE', `/${category}/model/none`, undefined, 404, missing],
    ],
  };

  it.each([
    ['v2', true],
    ['legacy', true],
    ['legacy', false],
  ] as const)('what comes first: canonical format %s, queue %s', async (canonicalFormat, queueEnabled) => {
    await using app = await startFilledApp({ canonicalFormat, queueEnabled });
    const version = canonicalFormat === 'v2' ? 'v2' : 'v1';
    for (const [method, path, body, status, said] of ladders[canonicalFormat]) {
      const url = `/api/model_references/${version}${path}`;
      const answer = await app.send(method, url, { key: keys.approver, body });
      expect([answer.statusCode, JSON.stringify(answer.json().detail)], `${method} ${path}`).toEqual([
        status,
        expect.stringContaining(said),
      ]);
    }
  });
});
