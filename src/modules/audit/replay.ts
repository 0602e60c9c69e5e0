import { ModelReplay } from '../catalog/replayed-models.ts';
import { fileVerdictOf } from '../files/file-verdict-event.ts';
import {
  type GroupEntries,
  type GroupEntryKind,
  type GroupEntryWrite,
  groupWriteOf,
} from '../names/group-event.ts';
import { QueueReplay } from '../queue/replayed-queue.ts';
import { type ChainEnd, chainStart, linkProblem } from './chain.ts';
import { type AuditEvent, queueCategory } from './event.ts';

/** An entry about a group of text models, as its events say it is. */
export interface ReplayedEntry {
  readonly entry: GroupEntries[GroupEntryKind];
  readonly event_id: number;
}

/**
 * Checks an audit trail event by event, and rebuilds from it what the database should hold: live models, the
 * queue, what is said about groups. Keeps hashes in place of records, so its memory grows with the number
 * of live models and changes, not with the trail.
 */
export class Replay {
  readonly models = new ModelReplay();
  readonly queue = new QueueReplay();
  readonly #groups: Record<GroupEntryKind, Map<string, ReplayedEntry>> = {
    alias: new Map(),
    family: new Map(),
    name_schema: new Map(),
  };
  #groupWrites = 0;
  #end: ChainEnd = chainStart;
  #gap: number | null = null;

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

  get groups(): Readonly<Record<GroupEntryKind, ReadonlyMap<string, ReplayedEntry>>> {
    return this.#groups;
  }

  get groupWrites(): number {
    return this.#groupWrites;
  }

  /** Takes the next event; says what is wrong with it, or null. After a problem it cannot go on. */
  take(event: AuditEvent): string | null {
    const broken = linkProblem(event, this.#end);
    if (broken) return broken;
    if (event.action === 'gap') this.#gap ??= event.event_id;
    const unfit = this.#gap === null ? this.#rebuild(event) : null;
    if (unfit) return `event ${event.event_id} ${unfit}`;
    this.#end = { event_id: event.event_id, hash: event.hash };
    return null;
  }

  #rebuild(event: AuditEvent): string | null {
    if (event.category === queueCategory) return this.queue.take(event, this.models.lastWrite);
    // What was learned of a file is kept beside the records, and is no part of what they add up to.
    if (fileVerdictOf(event)) return null;
    const group = groupWriteOf(event);
    return group ? this.#takeGroup(event, group) : this.models.take(event);
  }

  #takeGroup({ event_id }: AuditEvent, { kind, name, after }: GroupEntryWrite): null {
    if (after) this.#groups[kind].set(name, { entry: after, event_id });
    else this.#groups[kind].delete(name);
    this.#groupWrites += 1;
    return null;
  }
}
