/**
 * Measures the service's memory, and checks which events arrive, while many readers follow the feed and one
 * of them has stopped reading.
 *
 *   npm run bench -- feed [--readers 1000] [--events 600] [--bytes 4000]
 *
 * The bench applies models one after the other; the service sends each apply to every reader. `--bytes` is
 * the length of each model's description; an event holds the description twice, once in each of its two
 * records.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startIdentityServer } from '../test/support/identity-server.ts';
import { type RunningService, startService, temporaryDirectory } from '../test/support/service-process.ts';
import { RegistryClient, writers } from './registry-calls.ts';

const feed = '/api/model_references/v2/feed';
/**
 * Megabytes by which the memory of the service may grow while it sends events; more growth is a fault. Some
 * growth is normal: uncollected garbage, and bytes buffered for slow readers.
 */
const mostGrowth = 400;

export async function benchFeed(argv: string[]): Promise<unknown> {
  const { values } = parseArgs({
    args: argv,
    options: {
      readers: { type: 'string', default: '1000' },
      events: { type: 'string', default: '600' },
      bytes: { type: 'string', default: '4000' },
    },
  });
  const [readers, events, bytes] = [values.readers, values.events, values.bytes].map(Number) as [
    number,
    number,
    number,
  ];
  const identity = await startIdentityServer();
  const service = await startService(temporaryDirectory(), {
    ...writers(identity.url),
    MODELREF_ACCESS_LOG: 'off',
  });
  try {
    const result = await run(service, readers, events, bytes);
    console.table(result);
    const problems = problemsOf(result);
    for (const problem of problems) console.error(problem);
    console.log(`${problems.length} problems`);
    if (problems.length > 0) process.exitCode = 1;
    return result;
  } finally {
    await service.stop();
    await identity.close();
  }
}

/**
 * Returns one sentence for each fault that the run found; empty for a good run. A slow run is no fault: speed
 * depends on the machine.
 */
function problemsOf(result: Awaited<ReturnType<typeof run>>): string[] {
  const faulty = result['readers with a gap or a repetition'];
  const grown = result['memory at most, MB'] - result['memory with readers, MB'];
  return [
    ...(faulty > 0 ? [`${faulty} readers have a gap or a repetition`] : []),
    ...(result['the stuck reader, resumed, has all'] ? [] : ['the stuck reader has a gap or a repetition']),
    ...(result['readers dropped'] > 1 ? [`${result['readers dropped']} readers were dropped`] : []),
    ...(grown > mostGrowth ? [`the memory grew by ${grown} MB while events were told`] : []),
  ];
}

async function run(service: RunningService, count: number, events: number, bytes: number) {
  const client = new RegistryClient(service.url);
  const memory = new Memory(service.url);
  const idle = await memory.megabytes();
  const readers = await Promise.all(
    Array.from({ length: count }, (_, i) => Reader.open(service.url, addressOf(i))),
  );
  const stuck = readers[0] as Reader;
  stuck.stopReading();
  const connected = await memory.megabytes();
  const others = readers.slice(1);
  const delays: number[] = [];
  const description = 'x'.repeat(bytes);
  for (let i = 0; i < events; i += 1) {
    const id = await client.propose('clip', { name: `model ${i}`, description });
    await client.approve([id]);
    const began = performance.now();
    await client.apply([id]);
    await Promise.all(others.map((reader) => reader.until(i + 1)));
    delays.push(performance.now() - began);
    if (i % 20 === 0) await memory.megabytes();
  }
  // The service drops the stuck reader at the latest two heartbeats after it stopped reading.
  for (let second = 0; second < 40 && (await memory.droppedStreams()) === 0; second += 1) await pause(1_000);
  const dropped = await memory.droppedStreams();
  const ids = await everyId(service.url);
  const faulty = others.filter((reader) => reader.ids.join() !== ids.join()).length;
  stuck.read();
  // A few events fit into the sockets' buffers: then there was no reason to drop the reader.
  await (dropped > 0 ? stuck.closed : stuck.until(events));
  const resumed = await Reader.open(service.url, addressOf(count), stuck.lastCursor);
  await resumed.until(events - stuck.ids.length);
  const whole = [...stuck.ids, ...resumed.ids];
  delays.sort((a, b) => a - b);
  const result = {
    readers: count,
    events,
    'memory without readers, MB': idle,
    'memory with readers, MB': connected,
    'memory at most, MB': memory.most,
    'apply until the last of the others has it, p50 ms': Math.round(delays[Math.floor(events / 2)] ?? 0),
    'apply until the last of the others has it, p99 ms': Math.round(delays[Math.floor(events * 0.99)] ?? 0),
    'readers dropped': dropped,
    'events the stuck reader had got': stuck.ids.length,
    'the stuck reader, resumed, has all': whole.join() === ids.join(),
    'readers with a gap or a repetition': faulty,
  };
  for (const reader of [...others, resumed]) reader.close();
  client.close();
  return result;
}

/** Returns the loopback address from which a reader connects: the service has a bound for each. */
function addressOf(reader: number): string {
  return `127.0.1.${1 + Math.floor(reader / 50)}`;
}

/**
 * Reads the feed through a bare socket. On a bare socket a reader can stop reading, and a thousand readers
 * cost the bench's process little.
 */
class Reader {
  readonly ids: number[] = [];
  readonly closed: Promise<void>;
  lastCursor: string | undefined;
  readonly #socket: Socket;
  #rest = '';
  #wanted: { count: number; resolve: () => void } | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
  }

  static async open(url: string, localAddress: string, lastEventId?: string): Promise<Reader> {
    const { hostname, port } = new URL(url);
    const socket = connect({ port: Number(port), host: hostname, localAddress });
    const reader = new Reader(socket);
    const started = Promise.withResolvers<void>();
    socket.setEncoding('latin1').on('error', started.reject);
    socket.on('data', (text: string) => {
      reader.#take(text);
      if (reader.lastCursor !== undefined) started.resolve();
    });
    const resume = lastEventId === undefined ? '' : `last-event-id: ${lastEventId}\r\n`;
    socket.write(`GET ${feed}/stream HTTP/1.1\r\nhost: ${hostname}\r\n${resume}\r\n`);
    await started.promise;
    return reader;
  }

  async until(count: number): Promise<void> {
    if (this.ids.length >= count) return;
    await new Promise<void>((resolve) => {
      this.#wanted = { count, resolve };
    });
  }

  stopReading(): void {
    this.#socket.pause();
  }

  read(): void {
    this.#socket.resume();
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(text: string): void {
    // An event counts when the empty line behind it has come. Nobody looks at the data in between.
    const blocks = (this.#rest + text).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const cursor = /(?:^|\n)id: (\S+)/.exec(block.slice(0, 400))?.[1];
      if (cursor === undefined) continue;
      this.lastCursor = cursor;
      if (block.includes('\nevent: model\n')) this.ids.push(Number.parseInt(cursor, 10));
    }
    if (this.#wanted && this.ids.length >= this.#wanted.count) this.#wanted.resolve();
  }
}

/**
 * Reads two figures from the service's `/metrics`: its resident memory and the number of streams that it
 * dropped. `most` is the largest memory that was read, in megabytes.
 */
class Memory {
  most = 0;
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async megabytes(): Promise<number> {
    const now = Math.round((await this.#metric('process_resident_memory_bytes')) / 1e6);
    this.most = Math.max(this.most, now);
    return now;
  }

  droppedStreams(): Promise<number> {
    return this.#metric('feed_streams_dropped_total');
  }

  async #metric(name: string): Promise<number> {
    const text = await (await fetch(`${this.#url}/metrics`)).text();
    return Number(new RegExp(`^modelref_${name} (.+)$`, 'm').exec(text)?.[1]);
  }
}

async function everyId(url: string): Promise<number[]> {
  const ids: number[] = [];
  for (let since = '0'; ; ) {
    const answer = await fetch(`${url}${feed}?limit=500&since=${since}`);
    const page = (await answer.json()) as { events: { event_id: number }[]; next: string; has_more: boolean };
    ids.push(...page.events.map(({ event_id }) => event_id));
    if (!page.has_more) return ids;
    since = page.next;
  }
}
