import { DamagedError, RegistryError } from '../../kernel/errors.ts';
import type { Checkpoint } from '../../kernel/transparency/checkpoint.ts';
import type { ChainEnd } from '../../records/feed-cursor.ts';
import type { Tx } from '../../store/tx.ts';
import { type AuditEvent, chainStart, findLinkProblem, type Subject, subjectOf } from './event.ts';
import { auditStore } from './store.ts';

/** A contradiction within the audit trail, or between the trail and the stored data. */
export interface TrailProblem {
  /**
   * The id of the invalid event, or of the latest event that contradicts the stored data; null when no event
   * can be named.
   */
  readonly event_id: number | null;
  readonly text: string;
}

export interface TrailCheck<Replayed extends Replay = Replay> {
  /** The state replayed from all events before the first invalid event. */
  readonly replay: Replayed;
  readonly problem: TrailProblem | null;
}

/** The bounds of a page of events. */
const pageBounds = { rows: 1000, bytes: 4 * 1024 * 1024 };

/**
 * Yields the stored audit trail in pages, in the order of the chain. When an event is damaged, yields all
 * events before it, then throws.
 */
export async function* readStoredTrail(reader: Tx): AsyncGenerator<AuditEvent[]> {
  let after = 0;
  let { rows } = pageBounds;
  for (;;) {
    let page: AuditEvent[];
    try {
      ({ events: page } = await auditStore(reader).page({ after }, { ...pageBounds, rows }));
    } catch (error) {
      if (rows === 1 || !(error instanceof DamagedError)) throw error;
      rows = Math.ceil(rows / 2);
      continue;
    }
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last.event_id;
  }
}

/**
 * Checks a trail: ids are contiguous, hashes form a chain, `action`, `change_id` and `batch_id` match the
 * payload, and each event is possible after the events before it. Stops at the first invalid event.
 *
 * @param pages the events; read to the end or to the first invalid event
 * @param head the stored end of the trail; the last event must have its id and hash
 * @param replay receives the events one by one
 * @param onPage called after each page with the number of events so far
 * @param checkpoint a checkpoint that was stored elsewhere and whose signature was checked; the trail must
 *   contain its event
 */
export async function checkTrail<Replayed extends Replay>(
  pages: AsyncIterable<readonly AuditEvent[]>,
  head: ChainEnd,
  replay: Replayed,
  onPage?: (events: number) => void,
  checkpoint: Checkpoint | null = null,
): Promise<TrailCheck<Replayed>> {
  const nextEventId = () => replay.end.event_id + 1;
  try {
    for await (const page of pages) {
      for (const event of page) {
        const problem = replay.take(event);
        if (problem) return { replay, problem: { event_id: nextEventId(), text: problem } };
        if (event.event_id === checkpoint?.event_id && event.hash !== checkpoint.hash) {
          return { replay, problem: describeOtherEvent(event, checkpoint) };
        }
      }
      onPage?.(replay.end.event_id);
    }
  } catch (error) {
    // Other errors, such as a failed read, are no evidence about the events.
    if (!(error instanceof DamagedError || error instanceof RegistryError)) throw error;
    return { replay, problem: { event_id: nextEventId(), text: error.message } };
  }
  return { replay, problem: findEndProblem(replay.end, head) ?? describeLostEvents(replay.end, checkpoint) };
}

function describeOtherEvent({ event_id, hash }: ChainEnd, checkpoint: Checkpoint): TrailProblem {
  const text = `event ${event_id} has the hash ${hash}, but the checkpoint was signed over ${checkpoint.hash}: some of the events 1 to ${event_id} were altered, removed or exchanged`;
  return { event_id: null, text };
}

function describeLostEvents({ event_id }: ChainEnd, checkpoint: Checkpoint | null): TrailProblem | null {
  if (checkpoint === null || checkpoint.event_id <= event_id) return null;
  const text = `the trail ends with event ${event_id}, but the checkpoint was signed over event ${checkpoint.event_id}: the events from ${event_id + 1} on are missing, for example because an older backup was restored`;
  return { event_id: event_id + 1, text };
}

function findEndProblem(end: ChainEnd, head: ChainEnd): TrailProblem | null {
  if (end.event_id === head.event_id && end.hash === head.hash) return null;
  const text =
    end.event_id < head.event_id
      ? `event ${end.event_id + 1} is missing: the recorded end of the trail is event ${head.event_id}`
      : `the recorded end of the trail is event ${head.event_id} with the hash ${head.hash}, but its last event is ${end.event_id} with the hash ${end.hash}`;
  return { event_id: Math.min(end.event_id + 1, Math.max(head.event_id, 1)), text };
}

/** A function that processes the next event of one subject. Returns what is wrong with the event, or null. */
type TakeEvent = (event: AuditEvent) => string | null;

/**
 * Checks an audit trail event by event, and passes each event to the function for its subject. These
 * functions rebuild the expected contents of the database.
 */
export class Replay {
  readonly #takers: Readonly<Record<Subject, TakeEvent>>;
  #end: ChainEnd = chainStart;
  #gap: number | null = null;

  constructor(takers: Readonly<Record<Subject, TakeEvent>>) {
    this.#takers = takers;
  }

  /** The id and hash of the last processed event. */
  get end(): ChainEnd {
    return this.#end;
  }

  /**
   * The id of the first gap event, which says that some events were not recorded; null when there is none.
   * After a gap only the chain is checked, because the missing events are needed to rebuild the data.
   */
  get gap(): number | null {
    return this.#gap;
  }

  /**
   * Processes the next event. Returns what is wrong with the event, or null. After an invalid event the
   * replay cannot continue.
   */
  take(event: AuditEvent): string | null {
    const chainProblem = findLinkProblem(event, this.#end);
    if (chainProblem) return chainProblem;
    if (event.action === 'gap') this.#gap ??= event.event_id;
    const problem = this.#gap === null ? this.#takers[subjectOf(event)](event) : null;
    if (problem) return `event ${event.event_id} ${problem}`;
    this.#end = { event_id: event.event_id, hash: event.hash };
    return null;
  }
}
