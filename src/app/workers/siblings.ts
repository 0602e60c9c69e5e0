import type { FromWorker, Question, ToWorker } from './messages.ts';

/** The other workers behind the same port, as one of them reaches them. */
export interface Siblings {
  /** Asks all of them. Resolves with the answers of those that gave one in time; never rejects. */
  ask(question: Question): Promise<{ answers: readonly unknown[]; silent: number }>;
  /** Says how this worker answers. Until then, and when the handler fails, its answer is null. */
  onQuestion(handler: (question: Question) => Promise<unknown>): void;
}

/** What this process has of the way to its supervisor. */
export interface Channel {
  send(message: FromWorker): void;
  onMessage(listener: (message: ToWorker) => void): void;
}

/** The supervisor bounds the wait; this bounds it when the supervisor is gone. */
const patienceMs = 10_000;

export function connectSiblings(channel: Channel): Siblings {
  const asked = new Map<number, (answers: { answers: readonly unknown[]; silent: number }) => void>();
  let questions = 0;
  let handler: (question: Question) => Promise<unknown> = async () => null;

  const answer = async (id: number, question: Question): Promise<void> => {
    const given = await handler(question).catch(() => null);
    channel.send({ kind: 'answer', id, answer: given });
  };

  channel.onMessage((message) => {
    if (message.kind === 'question') void answer(message.id, message.question);
    if (message.kind === 'answers') asked.get(message.id)?.(message);
  });

  return {
    ask: (question) =>
      new Promise((resolve) => {
        questions += 1;
        const id = questions;
        const timer = setTimeout(() => settle({ answers: [], silent: 1 }), patienceMs);
        const settle = (result: { answers: readonly unknown[]; silent: number }): void => {
          clearTimeout(timer);
          asked.delete(id);
          resolve({ answers: result.answers, silent: result.silent });
        };
        asked.set(id, settle);
        channel.send({ kind: 'question', id, question });
      }),
    onQuestion: (next) => {
      handler = next;
    },
  };
}

/** For a service of one process. */
export const noSiblings: Siblings = {
  ask: async () => ({ answers: [], silent: 0 }),
  onQuestion: () => {},
};
