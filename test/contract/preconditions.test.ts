import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditStore } from '../../src/modules/audit/store.ts';
import type { TestApp } from '../support/app.ts';
import { startFilledApp } from '../support/filled-app.ts';
import { keys, users } from '../support/identity-server.ts';
import { pathOf, type Route, routes, writes } from './write-routes.ts';

// No write passes over a precondition: it is compared with the live record, or the write is refused.

let app: TestApp;
beforeAll(async () => {
  app = await startFilledApp({ licenseEditorIds: [users.approver.id] });
});
afterAll(() => app[Symbol.asyncDispose]());

const head = () => app.store.read((reader) => auditStore(reader).head());
const here = writes.filter(({ id }) => routes[id]?.kind !== 'v1 record');

it.each(here.map((write) => [write.id, write] as const))('%s', async (id, write) => {
  const route = routes[id] as Route;
  const before = await head();
  for (const header of [
    { 'if-match': '"of something else"' },
    { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
  ]) {
    // A record that is only made now was never modified.
    if (write.method === 'post' && route.kind === 'v2 record' && 'if-unmodified-since' in header) continue;
    const { statusCode, body } = await app.send(write.method.toUpperCase(), pathOf(write, route), {
      key: keys.approver,
      headers: header,
      ...(route.body && { body: route.body }),
    });
    expect(statusCode, body).toBe(412);
  }
  expect(await head()).toEqual(before);
});
