import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FromWorker, Question, ToWorker } from '../../../../src/app/workers/messages.ts';
import { Relay } from '../../../../src/app/workers/relay.ts';
import { connectSiblings, noSiblings, type Siblings } from '../../../../src/app/workers/siblings.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const refresh: Question = { ask: 'refresh', categories: ['clip'], groups: false };

/** Workers around one relay, without processes. */
function workplace(count: number) {
  const relay = new Relay<Member>(2_000);
  class Member {
    readonly siblings: Siblings;
    #listener: (message: ToWorker) => void = () => {};
    constructor() {
      this.siblings = connectSiblings({
        send: (message: FromWorker) => relay.receive(this, message),
        onMessage: (listener) => {
          this.#listener = listener;
        },
      });
    }
    send(message: ToWorker): void {
      // As between processes: later, and a copy.
      queueMicrotask(() => this.#listener(JSON.parse(JSON.stringify(message)) as ToWorker));
    }
  }
  const members = Array.from({ length: count }, () => new Member());
  for (const member of members) relay.join(member);
  return { relay, members: members as [Member, Member, ...Member[]] };
}

test('a question goes to all others, and their answers come back together', async () => {
  const { members } = workplace(3);
  const asked: [number, Question][] = [];
  for (const [index, { siblings }] of members.entries()) {
    siblings.onQuestion(async (question) => {
      asked.push([index, question]);
      return `answer of ${index}`;
    });
  }
  const { answers, silent } = await members[1].siblings.ask(refresh);
  expect([answers.toSorted(), silent]).toEqual([['answer of 0', 'answer of 2'], 0]);
  expect(asked).toEqual([
    [0, refresh],
    [2, refresh],
  ]);
});

test('questions of several workers at the same time do not mix', async () => {
  const { members } = workplace(3);
  for (const [index, { siblings }] of members.entries()) {
    siblings.onQuestion(async (question) => `${index} on ${question.ask}`);
  }
  const [first, second, third] = await Promise.all([
    members[0].siblings.ask(refresh),
    members[0].siblings.ask({ ask: 'metrics' }),
    members[1].siblings.ask({ ask: 'metrics' }),
  ]);
  expect(first.answers.toSorted()).toEqual(['1 on refresh', '2 on refresh']);
  expect(second.answers.toSorted()).toEqual(['1 on metrics', '2 on metrics']);
  expect(third.answers.toSorted()).toEqual(['0 on metrics', '2 on metrics']);
});

test('a worker without siblings has its answer at once', async () => {
  const { members } = workplace(1);
  expect(await members[0].siblings.ask(refresh)).toEqual({ answers: [], silent: 0 });
  expect(await noSiblings.ask(refresh)).toEqual({ answers: [], silent: 0 });
});

test('a worker that hangs is waited for so long and no longer', async () => {
  const { members } = workplace(3);
  members[1].siblings.onQuestion(() => new Promise(() => {}));
  members[2]?.siblings.onQuestion(async () => 'here');
  const asking = members[0].siblings.ask(refresh);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await asking).toEqual({ answers: ['here'], silent: 1 });
});

test('a worker that has ended is not waited for, nor told of answers', async () => {
  const { relay, members } = workplace(2);
  members[1].siblings.onQuestion(() => new Promise(() => {}));
  const asking = members[0].siblings.ask(refresh);
  await Promise.resolve();
  relay.leave(members[1]);
  expect(await asking).toEqual({ answers: [], silent: 0 });
});

test('an answer that comes too late is nobody’s', async () => {
  const { members } = workplace(2);
  const late = Promise.withResolvers<string>();
  members[1].siblings.onQuestion(() => late.promise);
  const first = members[0].siblings.ask(refresh);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await first).toEqual({ answers: [], silent: 1 });
  late.resolve('late');
  members[1].siblings.onQuestion(async () => 'in time');
  expect(await members[0].siblings.ask(refresh)).toEqual({ answers: ['in time'], silent: 0 });
});

test('a worker that is not ready yet, or fails, says so: it has nothing old to show, or is looked after elsewhere', async () => {
  const { members } = workplace(3);
  members[1].siblings.onQuestion(async () => {
    throw new Error('no database');
  });
  expect(await members[0].siblings.ask(refresh)).toEqual({ answers: [null, null], silent: 0 });
});

test('without a supervisor a question ends by itself', async () => {
  const siblings = connectSiblings({ send: () => {}, onMessage: () => {} });
  const asking = siblings.ask(refresh);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await asking).toEqual({ answers: [], silent: 1 });
});
