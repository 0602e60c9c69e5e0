import { startTestApp, type TestApp, type TestAppOptions } from '../../../support/app.ts';
import { keys } from '../../../support/identity-server.ts';

export const prefix = '/api/model_references/v2/text_generation';

/** A text record as a requestor sends it. */
export function textModel(name: string, fields: Record<string, unknown> = {}) {
  return { name, parameters: 9_000_000_000, ...fields };
}

/**
 * A group of three with something in common and something not, a group of one, and a group whose name holds a
 * slash.
 */
const models = [
  textModel('org/magnum-v4-9b', { baseline: 'Gemma', tags: ['rp', 'story'], description: 'Nine' }),
  textModel('org/magnum-v4-12b', { baseline: 'Mistral', tags: ['rp', 'story'], style: 'roleplay' }),
  textModel('two/magnum-v2-72b', { baseline: 'Qwen', tags: ['rp', 'story'], nsfw: true }),
  textModel('org/Tiger-Large-7B', { baseline: ' Gemma ' }),
  textModel('org/Tiger-Small-3B', { text_model_group: 'Tiger/Small' }),
];

/** The service with those models, all live. */
export async function startTextApp(options?: TestAppOptions): Promise<TestApp> {
  const app = await startTestApp(options);
  await app.seed('text_generation', ...models);
  return app;
}

/** Reads and writes entries under a path; gives status and body. Writes are the requestor's. */
export function entriesAt(path: string, app: () => TestApp) {
  return {
    get: async (rest = '') => {
      const answer = await app().get(path + rest);
      return [answer.statusCode, answer.json()];
    },
    write: async (method: string, rest: string, body?: object) => {
      const answer = await app().send(method, path + rest, { key: keys.requestor, ...(body && { body }) });
      return [answer.statusCode, answer.body === '' ? null : answer.json()];
    },
  };
}
