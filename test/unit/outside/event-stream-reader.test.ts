import { expect, test } from 'vitest';
import { EventStreamReader } from '../../../src/outside/primary-client.ts';

const text =
  ': hello\n\nid: 1\nevent: model\ndata: {"ä":1}\n\ndata: one\r\ndata: two\r\n\r\nevent: x\rdata:three\r\r\n';
const messages = [
  { event: 'model', data: '{"ä":1}' },
  { event: 'message', data: 'one\ntwo' },
  { event: 'x', data: 'three' },
];
const bytes = new TextEncoder().encode(text);

test.each([1, 2, 3, 7, bytes.length])('a stream is the same in pieces of %i bytes', (length) => {
  const reader = new EventStreamReader(1_000);
  const found = [];
  for (let at = 0; at < bytes.length; at += length) found.push(...reader.push(bytes.slice(at, at + length)));
  expect(found).toEqual(messages);
});

test.each(['no end of the line', 'data: one line\n'])('what never ends is cut: %s', (piece) => {
  const reader = new EventStreamReader(1_000);
  const push = () => {
    for (let i = 0; i < 200; i += 1) reader.push(new TextEncoder().encode(piece));
  };
  expect(push).toThrow('a message is too long');
});

test('remarks without an end are passed over, and nothing of them is kept', () => {
  const reader = new EventStreamReader(1_000);
  for (let i = 0; i < 200; i += 1) reader.push(new TextEncoder().encode(': nothing but remarks\n'));
  expect(reader.push(bytes)).toEqual(messages);
});

test('a message of several megabytes in small pieces is read in one go over its bytes', () => {
  const record = 'x'.repeat(8_000_000);
  const long = new TextEncoder().encode(`event: model\ndata: ${record}\n\n`);
  const reader = new EventStreamReader(2 * long.length);
  const found = [];
  for (let at = 0; at < long.length; at += 1_500) found.push(...reader.push(long.subarray(at, at + 1_500)));
  expect(found).toHaveLength(1);
  expect(found[0]?.data === record).toBe(true);
});
