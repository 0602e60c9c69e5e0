import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBody } from '../../../../src/kernel/ready-body.ts';
import { AnswerSerializer } from '../../../../src/modules/catalog/hot/hot-connection.ts';
import { createReadyAnswers } from '../../../../src/modules/catalog/hot/hot-reads.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) }));
afterEach(() => void vi.useRealTimers());

const readyAnswer = createReadyAnswers({ cors: false, cacheControl: 'public, no-cache' });
const small = readyAnswer(createBody('{"name":"a"}'), undefined, undefined);
const large = readyAnswer(createBody(JSON.stringify('x'.repeat(5_000))), undefined, undefined);
const text = (pieces: readonly (Buffer | undefined)[]) => pieces.map((piece) => piece?.toString()).join('');
const dateIn = (written: string) => /\r\nDate: ([^\r]+)/.exec(written)?.[1];

// That an answer is what node:http writes: hot-read-server.test.ts.
it('an answer is written once a second', () => {
  const answers = new AnswerSerializer(72_000);
  for (const answer of [small, large]) {
    const first = answers.serialize(answer, null);
    vi.advanceTimersByTime(999);
    expect(answers.serialize(answer, null)).toBe(first);
    vi.advanceTimersByTime(1);
    const next = answers.serialize(answer, null);
    expect(dateIn(text(first))).not.toBe(dateIn(text(next)));
    expect(new Date(Date.now()).toUTCString()).toBe(dateIn(text(next)));
  }
});

it('says the age of the moment', () => {
  const answers = new AnswerSerializer(72_000);
  expect(text(answers.serialize(small, 3))).toMatch(/^HTTP\/1\.1 200 OK\r\nage: 3\r\n/);
  expect(text(answers.serialize(small, 4))).toMatch(/^HTTP\/1\.1 200 OK\r\nage: 4\r\n/);
  expect(text(answers.serialize(small, null))).not.toContain('age: ');
});

it('a large body is not copied, a HEAD has none', () => {
  const answers = new AnswerSerializer(72_000);
  const [head, body] = answers.serialize(large, null);
  expect(body).toBe(large.bytes);
  expect(answers.serializeHead(large, null).equals(head!)).toBe(true);
  expect(text([answers.serializeHead(small, null)])).toMatch(/content-length: 12\r\n.*\r\n\r\n$/s);
});

it('more than a thousand answers in one second are right as well', () => {
  const answers = new AnswerSerializer(72_000);
  for (let i = 0; i < 1_100; i += 1) {
    const answer = readyAnswer(createBody(String(i)), undefined, undefined);
    expect(text(answers.serialize(answer, null)).endsWith(`\r\n\r\n${i}`)).toBe(true);
  }
});
