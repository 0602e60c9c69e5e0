import { connect, type Socket } from 'node:net';
import { keys } from '../../support/identity-server.ts';

const queue = '/api/model_references/v2/pending_queue';
const host = 'Host: x\r\n';

/** The size of each proposal: a little less than it may have. */
export const bytesOfOne = 250_000;

/** Proposes records as large as they may be, as an approver, whose changes have no bound; half of them for the same model. */
export async function proposeLarge(origin: string, count: number): Promise<void> {
  const description = 'x'.repeat(bytesOfOne);
  for (let i = 0; i < count; i += 1) {
    const name = i % 2 === 0 ? 'the same' : `model ${i}`;
    const answer = await fetch(`${origin}/api/model_references/v2/clip`, {
      method: 'POST',
      headers: { apikey: keys.approver, 'content-type': 'application/json' },
      body: JSON.stringify({ name, description }),
    });
    await answer.text();
    if (answer.status !== 202) throw new Error(`proposal ${i}: ${answer.status}`);
  }
}

export interface List {
  readonly path: string;
  readonly key: string;
  /** The member of the answer that holds the list. */
  readonly member: string;
  /** The most changes that it shows. */
  readonly most: number;
}

/** The lists that such proposals are in. */
export const lists: readonly List[] = [
  { path: `${queue}/my_changes?limit=500`, key: keys.approver, member: 'items', most: 500 },
  { path: `${queue}/changes?limit=500`, key: keys.approver, member: 'items', most: 500 },
  {
    path: `${queue}/diffs?${Array.from({ length: 100 }, (_, index) => `change_ids=${index + 1}`).join('&')}`,
    key: keys.approver,
    member: 'diffs',
    most: 100,
  },
  {
    path: `${queue}/audit/current`,
    key: keys.approver,
    member: 'pending_changes',
    most: Number.POSITIVE_INFINITY,
  },
];

/** Opens clients that ask for the lists and take nothing of the answers, until they are disposed of. */
export function askWithoutReading(port: number, count: number): Disposable {
  const sockets: Socket[] = [];
  for (let i = 0; i < count; i += 1) {
    const { path, key } = lists[i % lists.length] as List;
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\n${host}apikey: ${key}\r\n\r\n`),
    );
    socket.pause();
    socket.on('error', () => {});
    sockets.push(socket);
  }
  return {
    [Symbol.dispose]: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Reads a list to its end; gives the number of its items, and its length in UTF-16 units. */
export async function readList(origin: string, { path, key, member }: List) {
  const answer = await fetch(origin + path, { headers: { apikey: key } });
  const text = await answer.text();
  const items = (JSON.parse(text) as Record<string, unknown[]>)[member] ?? [];
  return { status: answer.status, items: items.length, length: text.length };
}
