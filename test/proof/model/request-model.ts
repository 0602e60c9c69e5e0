/** Requests for models by the rules of docs/requests.md, in plain lists. */
import type { InboxModel } from './inbox-model.ts';
import { type ModelChange, type Person, Refused } from './rules.ts';

export interface ModelRequest {
  readonly id: number;
  /** `category/name`. */
  readonly target: string;
  state: 'open' | 'accepted' | 'declined' | 'fulfilled' | 'withdrawn' | 'duplicate';
  hidden: boolean;
  /** The accounts that want it. */
  readonly wantedBy: Set<string>;
  duplicateOf: number | null;
  /** The changes that were named for it, in order. */
  readonly changes: number[];
  /** The one of them that was named last, or has fulfilled it. */
  change: number | null;
  model: string | null;
}

export type RequestDeed =
  | 'second'
  | 'unsecond'
  | 'accept'
  | 'decline'
  | 'duplicate'
  | 'reopen'
  | 'hide'
  | 'unhide';

export class RequestModel {
  readonly all: ModelRequest[] = [];
  /** Which change was named for which request, in order. */
  readonly #named: [change: number, request: ModelRequest][] = [];
  readonly #inbox: InboxModel;
  /** The request that inboxes were told of at each moment. */
  readonly #moments = new Map<number, ModelRequest>();
  readonly #time: { readonly seconds: number };
  readonly #isLive: (target: string) => boolean;

  constructor(inbox: InboxModel, time: { readonly seconds: number }, isLive: (target: string) => boolean) {
    this.#inbox = inbox;
    this.#time = time;
    this.#isLive = isLive;
  }

  get(id: number): ModelRequest {
    const request = this.all[id - 1];
    if (!request) throw new Refused('not_found');
    return request;
  }

  ask(target: string, anyway: boolean, by: Person): number {
    const same = this.all.filter(
      (each) => each.target === target && (each.state !== 'withdrawn' || each.hidden),
    );
    const refused = same
      .map((each) => this.#survivorOf(each))
      .some((each) => each.hidden || isUndecided(each) || (each.state === 'declined' && !anyway));
    if (refused || (this.#isLive(target) && !anyway)) throw new Refused('conflict');
    return this.all.push({
      id: this.all.length + 1,
      target,
      state: 'open',
      hidden: false,
      wantedBy: new Set([by.userId]),
      duplicateOf: null,
      changes: [],
      change: null,
      model: null,
    });
  }

  /** Returns what is left of a request after it was called a duplicate: a hidden one stands for itself. */
  #survivorOf(request: ModelRequest): ModelRequest {
    if (request.hidden || request.duplicateOf === null) return request;
    return this.#survivorOf(this.get(request.duplicateOf));
  }

  do(deed: RequestDeed, id: number, of: number, by: Person): ModelRequest['state'] {
    if (deed === 'duplicate' && of === id) throw new Refused('bad_request');
    const request = this.get(id);
    const undecided = isUndecided(request);
    switch (deed) {
      case 'second':
        if (request.wantedBy.has(by.userId)) break;
        needs(undecided);
        request.wantedBy.add(by.userId);
        break;
      case 'unsecond':
        if (!request.wantedBy.has(by.userId)) throw new Refused('bad_request');
        needs(undecided);
        request.wantedBy.delete(by.userId);
        if (request.wantedBy.size === 0) request.state = 'withdrawn';
        break;
      case 'accept':
        needs(request.state === 'open');
        request.state = 'accepted';
        this.#tell('request_accepted', request, by);
        break;
      case 'decline':
        needs(undecided);
        request.state = 'declined';
        this.#tell('request_declined', request, by);
        break;
      case 'duplicate': {
        const other = this.get(of);
        needs(undecided && isUndecided(other));
        if (categoryOf(request) !== categoryOf(other)) throw new Refused('bad_request');
        for (const account of request.wantedBy) other.wantedBy.add(account);
        Object.assign(request, { state: 'duplicate', duplicateOf: of });
        this.#tell('request_duplicate', request, by);
        break;
      }
      case 'reopen':
        needs(['declined', 'duplicate', 'fulfilled'].includes(request.state));
        Object.assign(request, { state: 'open', duplicateOf: null, model: null });
        break;
      case 'hide':
      case 'unhide':
        needs(request.hidden === (deed === 'unhide'));
        request.hidden = deed === 'hide';
        if (request.hidden) this.#inbox.forget((told) => this.#moments.get(told.moment) === request);
    }
    return request.state;
  }

  /**
   * Names a change for a request; says whether it was not named for it before.
   * @param waiting how many changes wait that were named for it
   */
  propose(request: ModelRequest, change: ModelChange, waiting: number): boolean {
    const fits = change.target.startsWith(`${categoryOf(request)}/`);
    if (!fits || change.operation === 'delete' || change.status === 'rejected')
      throw new Refused('bad_request');
    needs(isUndecided(request));
    if (change.status === 'applied' && !this.#isLive(change.renamesTo ?? change.target))
      throw new Refused('bad_request');
    if (request.changes.includes(change.id)) return false;
    if (change.status !== 'applied' && waiting >= 20) throw new Refused('bad_request');
    request.changes.push(change.id);
    this.#named.push([change.id, request]);
    request.change = change.id;
    return true;
  }

  /** Fulfils what applied changes were proposed for, or what has its seconds now. */
  fulfilBy(applied: readonly ModelChange[], by: Person): void {
    for (const change of applied) {
      const named = this.#named.filter(([of]) => of === change.id);
      for (const [, request] of named) this.fulfil(this.#survivorOf(request), change, by);
    }
  }

  fulfil(request: ModelRequest, change: ModelChange, by: Person): void {
    if (!isUndecided(request)) return;
    const model = (change.renamesTo ?? change.target).split('/')[1] ?? null;
    Object.assign(request, { state: 'fulfilled', change: change.id, model });
    this.#tell('request_fulfilled', request, by, change);
  }

  /** Tells all who want it but for whoever did it. */
  #tell(kind: string, request: ModelRequest, actor: Person, change?: ModelChange): void {
    const moment = this.#inbox.nextMoment();
    if (request.hidden) return;
    this.#moments.set(moment, request);
    for (const account of request.wantedBy) {
      this.#inbox.add(account, {
        moment,
        change: {
          id: change?.id ?? 0,
          target: change?.renamesTo ?? change?.target ?? request.target,
          operation: null,
        },
        kind,
        because: 'requested',
        at: this.#time.seconds,
        actor,
        excerpt: kind === 'request_fulfilled' ? null : 'a reason',
        comment: null,
      });
    }
  }
}

function isUndecided({ state }: ModelRequest): boolean {
  return state === 'open' || state === 'accepted';
}

function needs(possible: boolean): void {
  if (!possible) throw new Refused('conflict');
}

function categoryOf({ target }: ModelRequest): string {
  return target.split('/')[0] ?? '';
}
