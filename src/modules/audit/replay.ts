import type { ChainEnd } from '../../records/feed-cursor.ts';
import { chainStart, linkProblem } from './chain.ts';
import { type AuditEvent, type Subject, subjectOf } from './event.ts';

/** Takes the next event of a subject; says what is wrong with it, or null. */
type TakeEvent = (event: AuditEvent) => string | null;

/**
 * Checks an audit trail event by event, and hands each to those who rebuild from it what the database should
 * hold.
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
   * The first event that says that others were not recorded; null when there is none. Behind it the chain is
   * checked, and nothing is rebuilt: what the events were written to is not known.
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
