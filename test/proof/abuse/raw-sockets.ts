import { connect } from 'node:net';
import { Random } from './random.ts';

/**
 * The bytes that are written to one socket, in pieces; the socket is then left open until the service has
 * closed it or been silent for long.
 */
export interface RawAttack {
  readonly name: string;
  /**
   * The statuses of a right answer. An attack that is `unfinished` or made of random bytes may also be met
   * with silence.
   */
  readonly statuses: readonly number[];
  /** Whether the service may rightly wait for more: give up soon. */
  readonly unfinished?: boolean;
  readonly pieces: readonly (string | Buffer)[];
}

const host = 'Host: x\r\n';
const clip = '/api/model_references/v2/clip';
const get = (path: string, headers = '') =>
  `GET ${path} HTTP/1.1\r\n${host}${headers}Connection: close\r\n\r\n`;
const post = (body: string | Buffer, headers = '', path = clip) => [
  `POST ${path} HTTP/1.1\r\n${host}apikey: key-of-a-requestor\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}Connection: close\r\n\r\n`,
  body,
];

const deepJson = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
const manyItems = `[${'1,'.repeat(100_000)}1]`;
const manyParameters = Array.from({ length: 10_000 }, (_, i) => `statuses=${i}`).join('&');

/** Requests that the service must refuse: name, accepted statuses, and the pieces that are sent. */
const refused: readonly [name: string, statuses: readonly number[], pieces: RawAttack['pieces']][] = [
  ['bad escape in the path', [400], [get(`${clip}/model/%ZZ`)]],
  ['cut-off escape', [400], [get(`${clip}/model/%E0%A4%A`)]],
  ['NUL in the path', [404], [get(`${clip}/model/a%00b`)]],
  ['raw NUL', [400], [get('/api/\0')]],
  ['half a surrogate', [400], [get(`${clip}/model/%ED%A0%80`)]],
  ['raw high bytes', [400, 404], [Buffer.from(get('/api/\xff\xfe'), 'latin1')]],
  ['parent directories', [404], [get('/api/../../../../etc/passwd')]],
  ['a URL of 100 kB', [431], [get(`/api/${'a'.repeat(100_000)}`)]],
  ['10,000 query parameters', [431], [get(`/api/model_references/v2/search?${manyParameters}`)]],
  ['headers of 100 kB', [431], [get('/api/heartbeat', `X: ${'a'.repeat(100_000)}\r\n`)]],
  [
    '5,000 headers',
    [431],
    [get('/api/heartbeat', Array.from({ length: 5_000 }, (_, i) => `X${i}: 1\r\n`).join(''))],
  ],
  ['no host', [400], ['GET /api/heartbeat HTTP/1.1\r\nConnection: close\r\n\r\n']],
  ['not HTTP', [400], ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03']],
  ['an unknown method', [400], [`FROB /api/heartbeat HTTP/1.1\r\n${host}\r\n`]],
  [
    'both lengths',
    [400],
    [`POST ${clip} HTTP/1.1\r\n${host}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG`],
  ],
  ['two lengths', [400], [`POST /api/x HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`]],
  ['a space before the colon', [400], [`POST /api/x HTTP/1.1\r\n${host}Content-Length : 3\r\n\r\nabc`]],
  ['a folded header', [400], [`GET /api/heartbeat HTTP/1.1\r\n${host}X: a\r\n b\r\n\r\n`]],
  ['a bad chunk size', [400], [`POST ${clip} HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nZZ\r\n`]],
  [
    'a gigabyte announced',
    [413],
    [
      `POST ${clip} HTTP/1.1\r\n${host}apikey: key-of-a-requestor\r\nContent-Type: application/json\r\nContent-Length: 1073741824\r\n\r\n${'x'.repeat(1000)}`,
    ],
  ],
  ['a proposal of 800 kB', [413], post(' '.repeat(800_000))],
  ['deep JSON', [422], post(deepJson)],
  ['an array of 100,001 items', [422], post(manyItems)],
  ['__proto__', [422], post('{"name":"x","__proto__":{"isApprover":true}}')],
  ['constructor.prototype', [422], post('{"name":"x","constructor":{"prototype":{"a":1}}}')],
  ['a lone surrogate in JSON', [422], post('{"name":"\\ud800"}')],
  ['invalid UTF-8 in JSON', [422], post(Buffer.from('{"name":"\xff\xfe"}', 'latin1'))],
  ['a huge number', [422], post('{"name":"x","size_on_disk_bytes":1e999}')],
  ['duplicate keys', [202, 409], post('{"name":"x","name":"y"}')],
];

const attacks: readonly ((random: Random) => RawAttack)[] = [
  ...refused.map(([name, statuses, pieces]) => () => ({ name, statuses, pieces })),
  (random) => ({
    name: 'random bytes',
    statuses: [400],
    unfinished: true,
    pieces: [Buffer.from(Array.from({ length: 1 + random.below(2_000) }, () => random.below(256)))],
  }),
  (random) => {
    const whole = Buffer.from(get(clip, 'Accept-Encoding: gzip\r\n'));
    for (let i = 0; i < 1 + random.below(4); i++) whole[random.below(whole.length)] = random.below(256);
    return {
      name: 'a request with flipped bytes',
      statuses: [200, 400, 404, 405, 431],
      unfinished: true,
      pieces: [whole],
    };
  },
  (random) => {
    const whole = get(clip);
    const cut = 1 + random.below(whole.length - 1);
    return {
      name: 'a request in two pieces',
      statuses: [200],
      pieces: [whole.slice(0, cut), whole.slice(cut)],
    };
  },
  (random) => {
    const whole = get(clip);
    return {
      name: 'a request cut off',
      statuses: [400],
      unfinished: true,
      pieces: [whole.slice(0, 1 + random.below(whole.length - 5))],
    };
  },
];

export interface RawResult {
  readonly sockets: number;
  readonly statuses: ReadonlyMap<string, number>;
  /** The answers that are not right. */
  readonly defects: readonly string[];
}

/**
 * The milliseconds after which a silent connection is given up. The service's own time-outs for unfinished
 * requests are longer.
 */
const patienceMs = 10_000;
const unfinishedPatienceMs = 300;

export interface AttackOptions {
  readonly sockets: number;
  readonly seed: number;
  readonly atOnce?: number;
}

/**
 * A read that comes first on every other connection: the service answers such reads in other code than the
 * rest.
 */
const plainRead = `GET ${clip} HTTP/1.1\r\n${host}\r\n`;

/**
 * Sends attacks from many sockets at once; every kind comes, then they repeat with other random parts, in
 * turn on a new connection and after a read. The category `clip` has to have a record.
 */
export async function attackSockets(
  port: number,
  { sockets, seed, atOnce = 32 }: AttackOptions,
): Promise<RawResult> {
  const random = new Random(seed);
  const statuses = new Map<string, number>();
  const defects: string[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < sockets) {
      const index = next++;
      const attack = (attacks[index % attacks.length] as (random: Random) => RawAttack)(random);
      const afterRead = Math.floor(index / attacks.length) % 2 === 1;
      const answer = await converse(port, attack, afterRead);
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 'closed';
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 'closed' ? !attack.unfinished : !attack.statuses.includes(Number(status))) {
        const where = `socket ${index}, seed ${seed}${afterRead ? ', after a read' : ''}`;
        defects.push(`${attack.name} (${where}): ${answer.slice(0, 400) || 'no answer'}`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return { sockets: next, statuses, defects };
}

/** @returns the bytes that came back, without the answer to the read before the attack */
function converse(port: number, { pieces, unfinished }: RawAttack, afterRead: boolean): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    let read = afterRead ? null : '';
    const attack = () => {
      for (const piece of pieces) socket.write(piece);
    };
    const finish = () => {
      socket.destroy();
      resolve(received.slice(read?.length ?? 0));
    };
    socket.setTimeout(unfinished ? unfinishedPatienceMs : patienceMs, finish);
    socket.on('error', finish);
    socket.on('close', finish);
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      if (read !== null || !isWhole(received)) return;
      read = received;
      attack();
    });
    socket.on('connect', () => {
      if (afterRead) socket.write(plainRead);
      else attack();
    });
  });
}

function isWhole(answer: string): boolean {
  const [head = '', body] = answer.split('\r\n\r\n');
  return body?.length === Number(/content-length: (\d+)/i.exec(head)?.[1]);
}

/**
 * Sends a body of 1 GiB in chunks, as fast as it is taken, to a route that reads bodies.
 * @returns the answer's status, and the bytes that the operating system had taken by then
 */
export function sendGibibyte(port: number): Promise<{ status: string; sent: number }> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const piece = Buffer.from(`100000\r\n${' '.repeat(2 ** 20)}\r\n`);
    let status = 'closed';
    const send = () => {
      while (socket.writable && socket.bytesWritten < 2 ** 30) if (!socket.write(piece)) return;
    };
    socket.on('data', (chunk: Buffer) => {
      status = /^HTTP\/1\.1 (\d{3})/.exec(chunk.toString('latin1'))?.[1] ?? status;
    });
    socket.on('drain', send);
    // The service closes while there is more to come: a reset, as far as this side is concerned.
    socket.on('error', () => {});
    socket.on('close', () => resolve({ status, sent: socket.bytesWritten }));
    socket.write(
      `POST ${clip} HTTP/1.1\r\n${host}apikey: key-of-a-requestor\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    send();
  });
}
