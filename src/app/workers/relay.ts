import type { FromWorker, ToWorker } from './messages.ts';

/** One worker, as the supervisor reaches it. */
export interface Member {
  send(message: ToWorker): void;
}

interface Open<Worker> {
  readonly from: Worker;
  /** The number that the asking worker gave its question. */
  readonly id: number;
  readonly waiting: Set<Worker>;
  readonly answers: unknown[];
  readonly timer: NodeJS.Timeout;
}

/**
 * Passes a worker's question to all other workers, and their answers back together. Lives in the supervisor.
 */
export class Relay<Worker extends Member> {
  readonly #members = new Set<Worker>();
  readonly #open = new Map<number, Open<Worker>>();
  readonly #patienceMs: number;
  #questions = 0;

  /** @param patienceMs how long answers are waited for, in milliseconds */
  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  join(worker: Worker): void {
    this.#members.add(worker);
  }

  /** For a worker that has ended: nobody waits for its answers. */
  leave(worker: Worker): void {
    this.#members.delete(worker);
    for (const [number, open] of this.#open) this.#settle(number, open, worker);
  }

  receive(worker: Worker, message: FromWorker): void {
    // That is between the worker and the supervisor.
    if (message.kind === 'pong') return;
    if (message.kind === 'question') {
      this.#questions += 1;
      this.#ask(this.#questions, worker, message.id, message.question);
      return;
    }
    const open = this.#open.get(message.id);
    if (!open?.waiting.has(worker)) return;
    open.answers.push(message.answer);
    this.#settle(message.id, open, worker);
  }

  #ask(
    number: number,
    from: Worker,
    id: number,
    question: Extract<ToWorker, { kind: 'question' }>['question'],
  ): void {
    const others = new Set(this.#members);
    others.delete(from);
    const timer = setTimeout(() => this.#close(number), this.#patienceMs);
    this.#open.set(number, { from, id, waiting: others, answers: [], timer });
    for (const other of others) other.send({ kind: 'question', id: number, question });
    if (others.size === 0) this.#close(number);
  }

  #settle(number: number, open: Open<Worker>, worker: Worker): void {
    if (open.waiting.delete(worker) && open.waiting.size === 0) this.#close(number);
  }

  #close(number: number): void {
    const open = this.#open.get(number);
    if (!open) return;
    this.#open.delete(number);
    clearTimeout(open.timer);
    const { from, id, answers, waiting } = open;
    if (this.#members.has(from)) from.send({ kind: 'answers', id, answers, silent: waiting.size });
  }
}
