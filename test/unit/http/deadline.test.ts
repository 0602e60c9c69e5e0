import { connect } from 'node:net';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { changeStore } from '../../../src/modules/queue/store.ts';
import { startTestApp, type TestAppOptions } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { keys } from '../../support/identity-server.ts';
import { makeDatabase } from '../../support/make-database.ts';

const clip = '/api/model_references/v2/clip';

/** An app on SQLite, and another process's way to its write lock. */
async function start({ settings, overrides = {} }: TestAppOptions) {
  const { url, remove } = await makeDatabase('SQLite');
  const app = await startTestApp({ settings: { ...settings, databaseUrl: url }, overrides });
  const other = new Sqlite(url.slice('sqlite:'.length), { timeout: 0 });
  onTestFinished(async () => {
    other.close();
    await app[Symbol.asyncDispose]();
    await remove();
  });
  const propose = (name: string) => app.send('POST', clip, { key: keys.requestor, body: { name } });
  const stored = () => app.store.read((reader) => changeStore(reader).count({}));
  /** Takes the write lock for `other`, between two writes that the service itself makes at its start. */
  const lock = () => eventually(() => other.exec('begin immediate'));
  return { app, other, lock, propose, stored };
}

test('ten proposals while the write lock is held elsewhere are all told no, and none is stored afterwards', async () => {
  const { other, lock, propose, stored } = await start({
    overrides: { bounds: { writeDeadlineSeconds: 2 } },
  });
  await lock();
  const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => propose(`m${i}`)));
  for (const { statusCode, headers, body } of answers) {
    expect(statusCode).toBe(503);
    expect(headers['retry-after']).toBe('5');
    expect(JSON.parse(body)).toEqual({
      detail: 'Nothing was written: the write could not start within 2 s. Try again later.',
    });
  }
  other.exec('rollback');
  const { statusCode, body } = await propose('after');
  expect({ statusCode, id: JSON.parse(body).change_id }).toEqual({ statusCode: 202, id: 1 });
  expect(await stored()).toBe(1);
});

test('a proposal whose client has gone while it waited is not stored', async () => {
  const { app, other, lock, propose, stored } = await start({ settings: { port: 0 } });
  const origin = new URL(await app.service.listen());
  const connections = () =>
    new Promise<number>((resolve) => app.server.server.getConnections((_, count) => resolve(count)));
  const write = vi.spyOn(app.store, 'write');
  await lock();
  const body = JSON.stringify({ name: 'gone' });
  const socket = connect(Number(origin.port), '127.0.0.1');
  socket.write(
    `POST ${clip} HTTP/1.1\r\nHost: x\r\napikey: ${keys.requestor}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await eventually(() => expect(write).toHaveBeenCalled());
  socket.destroy();
  await eventually(async () => expect(await connections()).toBe(0));
  other.exec('rollback');
  expect((await propose('after')).statusCode).toBe(202);
  expect(await stored()).toBe(1);
});
