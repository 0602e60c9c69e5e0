import { repeatedly } from '../../kernel/concurrency/repeatedly.ts';
import type { Store } from '../../store/store.ts';

/** Whether notifications of other instances arrive, as one that this instance sends to itself tells. */
export interface Hearing {
  /** Null while they do, and before the first has told; else what is wrong and what helps, in a sentence. */
  problem(): string | null;
  /** Waits for nothing: a try under way ends with the watch that it is about. */
  stop(): void;
}

export interface HearingOptions {
  readonly store: Pick<Required<Store>, 'hearsItself'>;
  /** Time between two tries, in milliseconds. */
  readonly everyMs: number;
  /** How long a notification may take, in milliseconds. */
  readonly withinMs: number;
  /** Called when they stop arriving, with the problem, and with null when they do again. */
  readonly onChange: (problem: string | null) => void;
}

/** Tries at once, without waiting for what it tells, then regularly. */
export function listenToItself({ store, everyMs, withinMs, onChange }: HearingOptions): Hearing {
  let problem: string | null = null;
  let stopped = false;
  const look = async (): Promise<boolean> => {
    const found = (await store.hearsItself(withinMs)) ? null : deaf;
    if (!stopped && found !== problem) {
      problem = found;
      onChange(found);
    }
    return false;
  };
  // A database that does not answer is told by readiness; of notifications that tells nothing.
  const nothingTold = () => {};
  void look().catch(nothingTold);
  const task = repeatedly(everyMs, { work: look, onError: nothingTold });
  return {
    problem: () => problem,
    stop: () => {
      stopped = true;
      void task.stop();
    },
  };
}

const deaf =
  'Notifications do not arrive, so that writes of other instances are seen up to a second later. ' +
  'Behind a pooler, give the address of the database itself as DATABASE_LISTEN_URL.';
