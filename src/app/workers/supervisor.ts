import cluster, { type Worker } from 'node:cluster';
import type { AddressInfo } from 'node:net';
import type { FromWorker, ToWorker } from './messages.ts';
import { type Member, Relay } from './relay.ts';
import { RestartBackOff } from './restart-back-off.ts';

export interface SupervisorOptions {
  readonly count: number;
  /** Called once, when all workers listen. */
  readonly onListening: (address: Pick<AddressInfo, 'address' | 'port' | 'family'>, pids: number[]) => void;
  readonly onDeath: (death: { pid: number | undefined; cause: string; restartInMs: number }) => void;
  /** Resolves when the service is to stop. */
  readonly stop: Promise<unknown>;
  /** How long the workers may take to stop before they are killed, in milliseconds. */
  readonly stopWithinMs: number;
  /**
   * How long a worker that listens may give no sign of life before it is killed, in milliseconds: one that is
   * stopped or caught in a loop keeps its connections and would be given more.
   */
  readonly silenceMs: number;
}

/** So many signs of life are asked for in that time. Counted, so that a supervisor that slept kills nobody. */
const beatsOfSilence = 4;

/**
 * How long a worker waits for the others to have read what it wrote: a worker that hangs must not hold up
 * every write.
 */
const siblingPatienceMs = 2_000;

/**
 * Starts this program `count` times as workers behind one port, starts one anew when one dies, and stops them
 * all in the end. Connections are handed out in turn. This process does nothing else: all it has of the
 * service is the port.
 *
 * @returns false when the workers could not start; they have said why
 */
export async function superviseWorkers(options: SupervisorOptions): Promise<boolean> {
  const { count, onListening, onDeath, stop, stopWithinMs, silenceMs } = options;
  const relay = new Relay<Seat>(siblingPatienceMs);
  const backOff = new RestartBackOff();
  const seats = new Set<Seat>();
  const restarts = new Set<NodeJS.Timeout>();
  let everListened = false;
  let announced = false;
  let stopping = false;
  const { promise: failed, resolve: fail } = Promise.withResolvers<'failed'>();

  const start = (): void => {
    const seat = new Seat(cluster.fork());
    seats.add(seat);
    relay.join(seat);
    const { worker } = seat;
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'pong') seat.alive();
      else relay.receive(seat, message);
    });
    worker.on('error', () => {});
    worker.on('listening', (address) => {
      everListened = true;
      seat.listens = true;
      if (announced || [...seats].filter(({ listens }) => listens).length < count) return;
      announced = true;
      const { address: host, port, addressType } = address;
      onListening(
        { address: host ?? '0.0.0.0', port, family: addressType === 6 ? 'IPv6' : 'IPv4' },
        [...seats].map((each) => each.worker.process.pid ?? 0),
      );
    });
    worker.on('exit', (code, signal) => {
      seats.delete(seat);
      relay.leave(seat);
      seat.ended();
      if (stopping) return;
      if (!everListened) return fail('failed');
      const restartInMs = backOff.afterDeath(performance.now() - seat.since);
      onDeath({ pid: worker.process.pid, cause: causeOf(seat, code, signal), restartInMs });
      const timer = setTimeout(() => {
        restarts.delete(timer);
        start();
      }, restartInMs);
      restarts.add(timer);
    });
  };

  const causeOf = (seat: Seat, code: number, signal: string): string =>
    seat.silent ? `no sign of life for ${silenceMs / 1000} s` : signal || `exit code ${code}`;

  for (let i = 0; i < count; i += 1) start();
  const heart = setInterval(() => {
    for (const seat of seats) seat.beat();
  }, silenceMs / beatsOfSilence);
  const outcome = await Promise.race([stop, failed]);
  stopping = true;
  clearInterval(heart);
  for (const timer of restarts) clearTimeout(timer);
  await Promise.all([...seats].map((seat) => seat.stop(stopWithinMs)));
  return outcome !== 'failed';
}

/** One running worker. */
class Seat implements Member {
  readonly worker: Worker;
  readonly since = performance.now();
  readonly #end = Promise.withResolvers<void>();
  listens = false;
  #unanswered = 0;

  constructor(worker: Worker) {
    this.worker = worker;
  }

  send(message: ToWorker): void {
    if (this.worker.isConnected()) this.worker.send(message);
  }

  /** Whether it has left all signs of life unanswered that there may be. */
  get silent(): boolean {
    return this.#unanswered >= beatsOfSilence;
  }

  /** A sign of life has come. */
  alive(): void {
    this.#unanswered = 0;
  }

  /** Asks for a sign of life, or ends a worker that has given none for too long. */
  beat(): void {
    if (!this.listens) return;
    if (this.silent) {
      this.worker.process.kill('SIGKILL');
      return;
    }
    this.#unanswered += 1;
    this.send({ kind: 'ping' });
  }

  ended(): void {
    this.#end.resolve();
  }

  /** Asks it to stop, and kills it when it takes longer than that. */
  async stop(withinMs: number): Promise<void> {
    this.send({ kind: 'stop' });
    const kill = setTimeout(() => this.worker.process.kill('SIGKILL'), withinMs);
    await this.#end.promise;
    clearTimeout(kill);
  }
}
