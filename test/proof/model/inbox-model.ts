/** The entries of each account's inbox by the rules of docs/review-queue.md, in plain lists. */
import type { ModelChange, Operation, Person } from './rules.ts';

export interface Told {
  /** Events at the same moment have the same number. */
  readonly moment: number;
  readonly change: number;
  readonly kind: string;
  readonly because: 'requested' | 'reviews';
  readonly at: number;
  readonly actor: string;
  readonly target: string;
  /** Not known any more of what was purged. */
  readonly operation: Operation | null;
  excerpt: string | null;
  readonly comment: number | null;
  readAt: number | null;
}

/**
 * The reviewers who are told besides the requestor: those who have had a part in the change, and all
 * while nobody has.
 */
type Reviewers = 'none' | 'those' | 'those or all' | 'all';

export interface Happened {
  readonly kind: string;
  readonly change: ModelChange;
  readonly actor: Person;
  readonly at: number;
  readonly requestor: boolean;
  readonly reviewers: Reviewers;
  readonly excerpt?: string;
  readonly comment?: number;
  /** Whether the change is gone from the queue. */
  readonly isGone: () => boolean;
}

export class InboxModel {
  readonly #approvers: readonly string[];
  readonly #inboxes = new Map<string, Told[]>();
  readonly #pending: (() => void)[] = [];
  /** The accounts that have done something to each change. */
  readonly #parts = new Map<number, Set<string>>();
  #moment = 0;

  constructor(approvers: readonly string[]) {
    this.#approvers = approvers;
  }

  /** Returns an account's entries in the order in which things happened. */
  of(account: string): Told[] {
    return (this.#inboxes.get(account) ?? []).toSorted((a, b) => a.moment - b.moment || a.change - b.change);
  }

  nextMoment(): number {
    this.#moment += 1;
    return this.#moment;
  }

  /** Makes an account that acts on a change one of its reviewers, told or not. */
  takesPart(change: number, { userId }: Person): void {
    this.#parts.set(change, new Set([...(this.#parts.get(change) ?? []), userId]));
  }

  /** Tells at the end of a write, by what is known then. */
  commit(): void {
    for (const tell of this.#pending.splice(0)) tell();
  }

  /** Returns its number. */
  tell(happened: Happened): number {
    const moment = this.nextMoment();
    this.takesPart(happened.change.id, happened.actor);
    this.#pending.push(() => this.#tell(moment, happened));
    return moment;
  }

  #tell(moment: number, { requestor, reviewers, isGone, ...happened }: Happened): void {
    const { kind, change, actor, at, excerpt = null, comment = null } = happened;
    // Of what was removed meanwhile, only these say what it was.
    if (isGone() && kind !== 'proposed' && kind !== 'purged') return;
    const others = this.#approvers.filter((id) => id !== change.by.userId);
    const those = others.filter((id) => this.#parts.get(change.id)?.has(id));
    const all = reviewers === 'all' || (reviewers === 'those or all' && those.length === 0);
    const told = reviewers === 'none' ? [] : all ? others : those;
    const said = { moment, change, kind, actor, at, excerpt, comment };
    if (requestor) this.add(change.by.userId, { ...said, because: 'requested' });
    for (const id of told) this.add(id, { ...said, because: 'reviews' });
  }

  /** Tells the authors of changes to a model that it was written at that moment. */
  tellRivals(moment: number, rivals: () => readonly ModelChange[], actor: Person, at: number): void {
    this.#pending.push(() => {
      for (const change of rivals()) {
        const said = { moment, change, kind: 'conflict', actor, at, excerpt: null, comment: null };
        this.add(change.by.userId, { ...said, because: 'requested' });
      }
    });
  }

  /** Nobody is told of what they did themselves. */
  add(
    account: string,
    {
      change: { id, target, operation },
      actor,
      ...said
    }: Omit<Told, 'change' | 'actor' | 'target' | 'operation' | 'readAt'> & {
      readonly change: Pick<Told, 'operation' | 'target'> & { readonly id: number };
      readonly actor: Person;
    },
  ): void {
    if (account === actor.userId) return;
    const known = said.kind === 'purged' ? null : operation;
    const entry = { ...said, change: id, target, operation: known };
    const inbox = this.#inboxes.get(account) ?? [];
    this.#inboxes.set(account, [...inbox, { ...entry, actor: actor.userId, readAt: null }]);
  }

  reword(comment: number, excerpt: string): void {
    for (const told of this.#all()) if (told.comment === comment) told.excerpt = excerpt;
  }

  forget(which: (told: Told) => boolean): void {
    for (const [account, told] of this.#inboxes) {
      this.#inboxes.set(
        account,
        told.filter((each) => !which(each)),
      );
    }
  }

  /** Marks entries as read; gives how many were unread. */
  markRead(account: string, which: (told: Told) => boolean, now: number): number {
    const marked = this.of(account).filter((told) => told.readAt === null && which(told));
    for (const told of marked) told.readAt = now;
    return marked.length;
  }

  /** Beyond so many, read ones go first, the oldest first. */
  trim(most: number): void {
    for (const [account, inbox] of this.#inboxes) {
      const inOrder = this.of(account);
      const first = [
        ...inOrder.filter(({ readAt }) => readAt !== null),
        ...inOrder.filter(({ readAt }) => readAt === null),
      ];
      const gone = new Set(first.slice(0, Math.max(0, inbox.length - most)));
      this.#inboxes.set(
        account,
        inbox.filter((told) => !gone.has(told)),
      );
    }
  }

  #all(): Told[] {
    return [...this.#inboxes.values()].flat();
  }
}
