import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { FaultRun } from './fault-run.ts';
import { type IoFault, whyNoFaultyIo } from './faulty-io.ts';

const obstacle = whyNoFaultyIo();
const failed = 'reading or writing its files failed';
/** Faults that last, with the reason that refused writes state. */
const scenarios: [name: string, reason: string, fault: IoFault][] = [
  ['the disk is full', 'the disk is full', { calls: ['write'], error: 'ENOSPC' }],
  ['the disk is full in a page', 'the disk is full', { calls: ['write'], error: 'ENOSPC', torn: true }],
  ['the disk does not write', failed, { calls: ['write', 'sync', 'truncate'], error: 'EIO' }],
  ['fsync fails', failed, { calls: ['sync'], error: 'EIO' }],
  ['the disk is read-only', failed, { calls: ['write', 'sync', 'truncate', 'open'], error: 'EROFS' }],
];
const suite = obstacle === null ? 'while' : `(skipped: ${obstacle}) while`;

describe.skipIf(obstacle)(suite, () => {
  let run: FaultRun;
  beforeAll(async () => {
    run = await FaultRun.start();
  });
  afterAll(() => run?.[Symbol.asyncDispose]());

  const accepted = async () => {
    const change = await run.propose();
    if (typeof change !== 'number') throw new Error(JSON.stringify(change));
    return change;
  };

  test.each(scenarios)(
    '%s, writes are refused with the reason and reads go on',
    async (_name, reason, fault) => {
      const [pending, approved] = [await accepted(), await accepted()];
      await run.approve(approved);
      const shown = await run.views();
      const refused = { status: 503, detail: `The database cannot be used: ${reason}.` };

      run.io.begin(fault);
      expect(await run.propose()).toEqual(refused);
      expect(await run.approve(pending)).toEqual(refused);
      expect(await run.apply(approved)).toEqual(refused);
      expect(await run.views()).toEqual(shown);
      expect(run.io.end()).toBeGreaterThan(2);

      // Without a restart: what was refused has not happened, and is taken now.
      expect(await run.contradictions()).toEqual([]);
      expect(await run.approve(pending)).toEqual({ status: 200 });
      expect(await run.apply(approved)).toEqual({ status: 200 });
      expect((await run.views()).v2).toHaveLength(shown.v2.length + 1);
      expect(await run.contradictions()).toEqual([]);
    },
  );

  test.each([
    ['fsync', { calls: ['sync'], first: 1 }],
    ['first write', { calls: ['write'], first: 1 }],
    ['tenth write, half done,', { calls: ['write'], first: 10, torn: true }],
  ] as const)(
    'nothing is lost or half applied when the process ends at the %s of an apply',
    async (_what, where) => {
      const change = await accepted();
      await run.approve(change);
      run.io.begin({ ...where, error: 'SIGKILL' });
      await expect(run.apply(change)).rejects.toThrow('fetch failed');
      run.io.end();
      await run.restart();
      expect(await run.contradictions()).toEqual([]);
    },
  );

  test('with no descriptor left, what is connected is served, and the rest when there are some again', async () => {
    await run.restart({ descriptors: 64 });
    const approved = await accepted();
    await run.approve(approved);
    const shown = await run.views();
    const { hostname, port } = new URL(run.url);
    const idle = Array.from({ length: 100 }, () => connect(Number(port), hostname).on('error', () => {}));
    // What it cannot keep, it closes.
    await Promise.race(idle.map((socket) => once(socket, 'close')));
    expect(await run.views()).toEqual(shown);
    expect(await run.apply(approved)).toEqual({ status: 200 });
    for (const socket of idle) socket.destroy();
    await eventually(async () => expect((await run.views()).v2).toHaveLength(shown.v2.length + 1));
    expect(await run.contradictions()).toEqual([]);
  });

  test('a start on a read-only file system ends with the reason', async () => {
    run.io.begin({ calls: ['write', 'open'], error: 'EROFS' });
    const { code, output } = await run.startAgain();
    run.io.end();
    expect({ code, output }).toEqual({
      code: 1,
      output:
        'The database cannot be used: the database is read-only.\n  attempt to write a readonly database\n',
    });
  });

  test('its files are whole in the end', async () => {
    expect(await run.problemsOfFiles()).toEqual([]);
  });
});
