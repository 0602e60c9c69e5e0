import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  createEventStreams,
  type EventStream,
  type StreamLimits,
} from '../../../src/serving/event-streams.ts';
import { openEventSource } from '../../support/event-source.ts';
import { eventually } from '../../support/eventually.ts';

/** A server that does nothing but open streams. */
async function serving(limits: Partial<StreamLimits> = {}) {
  const counts = { open: 0, dropped: 0, refused: [] as string[] };
  const metrics = {
    streams: {
      open: (count: number) => {
        counts.open = count;
      },
      dropped: () => {
        counts.dropped += 1;
      },
      refused: (reason: string) => {
        counts.refused.push(reason);
      },
    },
  };
  const streams = createEventStreams(metrics, {
    streams: 3,
    streamsPerClient: 3,
    streamBufferBytes: 100_000,
    streamBeatMs: 1_000_000,
    ...limits,
  });
  const opened: EventStream[] = [];
  const server = Fastify({ forceCloseConnections: true, trustProxy: '127.0.0.1' });
  server.get('/', (request, reply) => {
    opened.push(streams.open(request, reply));
  });
  server.get('/late', async (request, reply) => {
    await once(reply.raw, 'close');
    opened.push(streams.open(request, reply));
  });
  server.setErrorHandler((error: Error & { headers?: Record<string, string> }, _request, reply) =>
    reply
      .code(503)
      .headers(error.headers ?? {})
      .send(error.message),
  );
  await server.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    streams.close();
    await server.close();
  });
  const { port } = server.server.address() as AddressInfo;
  const open = (address = '192.0.2.1') =>
    openEventSource(`http://127.0.0.1:${port}/`, { 'x-forwarded-for': address });
  return { streams, opened, counts, open, port };
}

const frame = (id: number, size = 0) => ({
  event_id: id,
  bytes: Buffer.from(`id: ${id}\ndata: {"pad":"${'x'.repeat(size)}"}\n\n`),
});

test('no client takes the places of others; who comes when all are taken is told to come later', async () => {
  const { open, counts } = await serving({ streams: 4, streamsPerClient: 2 });
  const statuses = async (...addresses: string[]) => {
    const all: number[] = [];
    for (const address of addresses) all.push((await open(address)).status);
    return all;
  };
  const first = await open('2001:db8:1:2::1');
  // The same /64 network.
  expect(await statuses('2001:db8:1:2::2', '2001:db8:1:2:3::3')).toEqual([200, 503]);
  const refused = await open('2001:db8:1:2::4');
  expect(refused.headers['retry-after']).toBe('10');
  await eventually(() => expect(refused.text()).toContain('2 streams from your address are already open'));
  expect(await statuses('192.0.2.1', '192.0.2.2')).toEqual([200, 200]);
  const last = await open('192.0.2.3');
  expect([last.status, last.headers['retry-after']]).toEqual([503, '10']);
  await eventually(() => expect(last.text()).toContain('4 streams are already open'));
  expect(counts.refused).toEqual(['client', 'client', 'all']);
  first.cut();
  await eventually(() => expect(counts.open).toBe(3));
  expect(await statuses('2001:db8:1:2::9')).toEqual([200]);
});

test('a client that stops reading is dropped when its share of memory is full; the others get everything', async () => {
  const { open, opened, counts } = await serving();
  const [stuck, reading] = [await open(), await open()];
  stuck.pause();
  const big = frame(1, 50_000);
  let sent = 0;
  await eventually(() => {
    for (const stream of opened) stream.send(big);
    sent += 1;
    expect(counts.dropped).toBe(1);
  });
  expect(opened.map((stream) => stream.closed)).toEqual([true, false]);
  await eventually(() => expect(reading.models()).toHaveLength(sent));
  expect(counts.open).toBe(1);
});

test('a client that takes nothing from one beat to the next is dropped, if there is something to take', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { open, opened, counts } = await serving({ streamBufferBytes: 1_000_000_000, streamBeatMs: 1_000 });
  const [stuck, quiet] = [await open(), await open()];
  stuck.pause();
  const huge = frame(1, 20_000_000);
  opened[0]?.send(huge);
  vi.advanceTimersByTime(1_000);
  expect(counts.dropped).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(counts.dropped).toBe(1);
  vi.advanceTimersByTime(10_000);
  expect(opened[1]?.closed).toBe(false);
  await eventually(() => expect(quiet.text()).toBe(':\n\n'.repeat(12)));
});

test('a stream has room when its client has taken what was sent, and when it has gone', async () => {
  const { open, opened } = await serving({ streamBufferBytes: 1_000_000_000 });
  const client = await open();
  const [stream] = opened;
  await stream?.waitForRoom();
  stream?.send(frame(1, 5_000_000));
  await stream?.waitForRoom();
  await eventually(() => expect(client.models()).toHaveLength(1));
  client.pause();
  stream?.send(frame(2, 20_000_000));
  const gone = stream?.waitForRoom();
  client.cut();
  await gone;
  expect(stream?.closed).toBe(true);
});

test('a client that leaves before its stream is open takes no place', async () => {
  const { open, opened, counts, port } = await serving({ streams: 1 });
  const client = connect(port, '127.0.0.1');
  client.write('GET /late HTTP/1.1\r\nhost: registry\r\n\r\n', () => client.destroy());
  await eventually(() => expect(opened.map(({ closed }) => closed)).toEqual([true]));
  expect(counts.open).toBe(0);
  expect((await open()).status).toBe(200);
});

test('once all were closed, none is opened: it would hold up the stop', async () => {
  const { open, streams } = await serving();
  const client = await open();
  streams.close();
  await client.ended;
  const refused = await open();
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
  expect(() => streams.assertCapacity({ ip: '192.0.2.1' })).toThrow('stopping');
});
