import { DamagedError, RegistryError } from '../../kernel/errors.ts';
import type { ChainEnd } from '../../records/feed-cursor.ts';
import type { Tx } from '../../store/tx.ts';
import { chainStart, linkProblem } from './chain.ts';
import { type AuditEvent, type Subject, subjectOf } from './event.ts';
import { auditStore } from './store.ts';

/** A contradiction within the audit trail, or between the trail and the stored data. */
export interface TrailProblem {
  /**
   * The id of the wrong event, or of the latest event that contradicts the stored data; null when no event is about
   * it.
   */
  readonly event_id: number | null;
  readonly text: string;
}

export interface TrailCheck<Replayed extends Replay = Replay> {
  /** The replay, after it has taken every event before the first bad one. */
  readonly replay: Replayed;
  readonly problem: TrailProblem | null;
}

/** The bounds of a page of events. */
const atOnce = { rows: 1000, bytes: 4 * 1024 * 1024 };

/**
 * Yields the stored audit trail in pages, in the order of the chain. When an event is damaged, yields all events
 * before it, then throws.
 */
export async function* storedTrail(reader: Tx): AsyncGenerator<AuditEvent[]> {
  let after = 0;
  let { rows } = atOnce;
  for (;;) {
    let page: AuditEvent[];
    try {
      ({ events: page } = await auditStore(reader).page({ after }, { ...atOnce, rows }));
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
 * Checks a trail: that ids are contiguous, that the hashes chain, that the index columns repeat the payload, and
 * that each event is possible after the events before it. Stops at the first bad event.
 *
 * @param pages read to the end or to the first bad event
 * @param head where the trail says that it ends
 * @param replay takes the events
 * @param onPage called with the number of events taken so far
 */
export async function checkTrail<Replayed extends Replay>(
  pages: AsyncIterable<readonly AuditEvent[]>,
  head: ChainEnd,
  replay: Replayed,
  onPage?: (events: number) => void,
): Promise<TrailCheck<Replayed>> {
  const expected = () => replay.end.event_id + 1;
  try {
    for await (const page of pages) {
      for (const event of page) {
        const problem = replay.take(event);
        if (problem) return { replay, problem: { event_id: expected(), text: problem } };
      }
      onPage?.(replay.end.event_id);
    }
  } catch (error) {
    // Trouble on the way to the events says nothing about them.
    if (!(error instanceof DamagedError || error instanceof RegistryError)) throw error;
    return { replay, problem: { event_id: expected(), text: error.message } };
  }
  return { replay, problem: endProblem(replay.end, head) };
}

function endProblem(end: ChainEnd, head: ChainEnd): TrailProblem | null {
  if (end.event_id === head.event_id && end.hash === head.hash) return null;
  const text =
    end.event_id < head.event_id
      ? `event ${end.event_id + 1} is missing: the trail goes up to event ${head.event_id}`
      : `the trail is noted to end with event ${head.event_id} and the hash ${head.hash}, but its last event is ${end.event_id}, with the hash ${end.hash}`;
  return { event_id: Math.min(end.event_id + 1, Math.max(head.event_id, 1)), text };
}

/** Takes the next event of a subject; says what is wrong with it, or null. */
type TakeEvent = (event: AuditEvent) => string | null;

/**
 * Checks an audit trail event by event, and hands each event to the taker of its subject, which rebuilds what the
 * database should hold.
 */
export class Replay {
  readonly #takers: Readonly<Record<Subject, TakeEvent>>;
  #end: ChainEnd = chainStart;
  #gap: number | null = null;

  constructor(takers: Readonly<Record<Subject, TakeEvent>>) {
    this.#takers = takers;
  }

  /** The last event taken. */
  get end(): ChainEnd {
    return this.#end;
  }

  /**
   * The id of the first gap event, which says that events were not recorded; null when there is none. After it only
   * the chain is checked: nothing can be rebuilt without the unrecorded writes.
   */
  get gap(): number | null {
    return this.#gap;
  }

  /** Takes the next event; says what is wrong with it, or null. After a problem it cannot go on. */
  take(event: AuditEvent): string | null {
    const broken = linkProblem(event, this.#end);
    if (broken) return broken;
    if (event.action === 'gap') this.#gap ??= event.event_id;
    const unfit = this.#gap === null ? this.#takers[subjectOf(event)](event) : null;
    if (unfit) return `event ${event.event_id} ${unfit}`;
    this.#end = { event_id: event.event_id, hash: event.hash };
    return null;
  }
}
