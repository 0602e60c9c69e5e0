import { expect } from 'vitest';
import type { TestApp } from '../../../support/app.ts';
import { keys } from '../../../support/identity-server.ts';

const path = '/api/model_references/v2/requests';

/** Shortcuts to the endpoints of requests. */
export function asking(app: () => TestApp) {
  const send = (method: string, at: string, key?: string, body?: object) =>
    app().send(method, path + at, { ...(key && { key }), ...(body && { body }) });
  const ask = (body: object, key: string = keys.nobody) => send('POST', '', key, body);
  return {
    send,
    ask,
    /** Asks for it, and gives the request's id. */
    asked: async (body: object, key?: string) => {
      const answer = await ask({ category: 'clip', ...body }, key);
      expect(answer.statusCode, answer.body).toBe(201);
      return answer.json().request_id as number;
    },
    look: async (body: object) => (await send('POST', '/look', keys.nobody, body)).json(),
    decide: (id: number, decision: string, more: object = {}, key: string = keys.approver) =>
      send('POST', `/${id}/decide`, key, { decision, ...more }),
    second: (id: number, key: string, body?: object) => send('POST', `/${id}/seconds`, key, body),
    read: async (id: number) => (await send('GET', `/${id}`)).json(),
    items: async (query: string) => (await send('GET', query)).json().items,
  };
}
