import { expect, test } from 'vitest';
import { messagesOf, type StreamMessage } from '../../client/src/event-stream.ts';

async function read(pieces: Iterable<string>): Promise<StreamMessage[]> {
  const each = pieces[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { done, value } = each.next();
      if (done) controller.close();
      else controller.enqueue(new TextEncoder().encode(value));
    },
  });
  const messages: StreamMessage[] = [];
  for await (const group of messagesOf(body, 5_000)) messages.push(...group);
  return messages;
}

const lines = [
  ': alive',
  '',
  'event: change',
  'data: {"a":',
  'data:1}',
  '',
  '',
  'data: last',
  '',
  'data: cut',
];

test.each(['\n', '\r', '\r\n'])(
  'messages are the same wherever a stream is cut (line ends %j)',
  async (end) => {
    const text = lines.join(end);
    const expected = [
      { event: 'change', data: '{"a":\n1}' },
      { event: 'message', data: 'last' },
    ];
    expect(await read([text])).toEqual(expected);
    expect(await read(text)).toEqual(expected);
    for (let at = 0; at <= text.length; at++)
      expect(await read([text.slice(0, at), '', text.slice(at)])).toEqual(expected);
  },
);

function* tiny(length: number): Generator<string> {
  yield 'data: ';
  for (let at = 0; at < length; at += 64) yield 'x'.repeat(64);
  yield '\n\n';
}

test('a large message in tiny pieces is read in about the time of its length', async () => {
  const before = process.cpuUsage();
  const [message] = await read(tiny(4_000_000));
  expect(message?.data).toHaveLength(4_000_000);
  // Of this process: others may keep it waiting.
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(10_000);
});

test('a message without end is refused', async () => {
  await expect(
    read(
      (function* () {
        yield 'data: ';
        for (;;) yield `${'x'.repeat(2 ** 20)}\n`;
      })(),
    ),
  ).rejects.toThrow('exceeds the limit');
});
