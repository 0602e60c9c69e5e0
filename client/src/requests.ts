import { paginate } from './pages.ts';
import { pathWith } from './paths.ts';
import type { CallOptions } from './typed-paths.ts';
import type {
  ModelRequest,
  ModelRequestPage,
  RequestLook,
  RequestSecond,
  RequestState,
  RequestStep,
} from './types.ts';

export interface RequestFilter {
  readonly sort?: 'wanted' | 'newest' | 'oldest' | undefined;
  readonly category?: string | undefined;
  readonly state?: readonly RequestState[] | undefined;
  /** An account's id. Returns only requests that this account made or seconded. */
  readonly wanted_by?: string | undefined;
}

/** A wanted model, identified by its name, a link, or both. */
export interface Wish {
  readonly category?: string | undefined;
  readonly name?: string | undefined;
  readonly link?: string | undefined;
}

/** An approver's decision about a request. */
export interface RequestDecision {
  readonly decision:
    | 'accept'
    | 'decline'
    | 'duplicate'
    | 'fulfil'
    | 'reopen'
    | 'hide'
    | 'unhide'
    | 'hide_comment'
    | 'unhide_comment';
  readonly reason?: string | undefined;
  readonly duplicate_of?: number | undefined;
  readonly model_name?: string | undefined;
  /** For `hide_comment` and `unhide_comment`: the `event_id` of the comment. */
  readonly comment?: number | undefined;
  /**
   * For `hide_comment`, instead of `comment`: the id of an account that wants the model. Hides this account's
   * reason.
   */
  readonly user_id?: string | undefined;
}

const path = '/model_references/v2/requests';

interface Sender {
  send<T>(
    method: string,
    path: string,
    options?: CallOptions & { body?: unknown; repeatable?: boolean },
  ): Promise<T>;
}

/** Requests for models that are missing in the registry, and their outcomes. */
export class Requests {
  readonly #client: Sender;

  constructor(client: Sender) {
    this.#client = client;
  }

  /** Reads a page of at most 100 requests, the most wanted first unless `sort` says otherwise. */
  page(
    query: RequestFilter & { readonly cursor?: string | undefined; readonly limit?: number } = {},
    options?: CallOptions,
  ): Promise<ModelRequestPage> {
    return this.#client.send('GET', pathWith(path, undefined, query), { ...options });
  }

  all(filter: RequestFilter = {}, options?: CallOptions): AsyncGenerator<ModelRequest> {
    return paginate<ModelRequest, string | undefined>(undefined, async (cursor) => {
      const { items, next_cursor } = await this.page({ ...filter, cursor, limit: 100 }, options);
      return { items, next: next_cursor ?? null };
    });
  }

  get(id: number, options?: CallOptions): Promise<ModelRequest> {
    return this.#client.send('GET', `${path}/${id}`, { ...options });
  }

  /** Returns the accounts that want the model of a request, with their reasons. */
  seconds(id: number, options?: CallOptions): AsyncGenerator<RequestSecond> {
    return this.#listed(`${path}/${id}/seconds`, options);
  }

  /** Reads the comments and steps of a request, the oldest first. */
  steps(id: number, options?: CallOptions): AsyncGenerator<RequestStep> {
    return this.#listed(`${path}/${id}/steps`, options);
  }

  /**
   * Looks up a wanted model without storing a request. Returns the facts read from its link, and the existing
   * models and requests for the same model.
   */
  look(wish: Wish, options?: CallOptions): Promise<RequestLook> {
    return this.#client.send('POST', `${path}/look`, { ...options, body: wish, repeatable: true });
  }

  /**
   * Requests a model. The registry refuses the request with 409 if it has the model, has declined it, or has
   * a request for it. With `anyway`, it refuses only in the last case.
   */
  ask(
    wish: Wish & { readonly why?: string | undefined; readonly anyway?: boolean | undefined },
    options?: CallOptions,
  ): Promise<ModelRequest> {
    return this.#client.send('POST', path, { ...options, body: wish });
  }

  /**
   * Adds the caller to the accounts that want the model of a request; `why` is the reason. Repeating the
   * call changes nothing.
   */
  second(id: number, why?: string, options?: CallOptions): Promise<ModelRequest> {
    return this.#client.send('POST', `${path}/${id}/seconds`, {
      ...options,
      body: { why },
      repeatable: true,
    });
  }

  /**
   * Removes the caller from the accounts that want the model of a request. When no other account wants it,
   * the request is withdrawn.
   */
  unsecond(id: number, options?: CallOptions): Promise<ModelRequest> {
    return this.#client.send('DELETE', `${path}/${id}/seconds`, { ...options });
  }

  comment(id: number, text: string, options?: CallOptions): Promise<ModelRequest> {
    return this.#client.send('POST', `${path}/${id}/comments`, { ...options, body: { text } });
  }

  decide(id: number, decision: RequestDecision, options?: CallOptions): Promise<ModelRequest> {
    return this.#client.send('POST', `${path}/${id}/decide`, { ...options, body: decision });
  }

  /** Links a request to the queued change `changeId`, which proposes the model. Earlier links stay. */
  propose(id: number, changeId: number, options?: CallOptions): Promise<ModelRequest> {
    return this.#client.send('POST', `${path}/${id}/changes`, {
      ...options,
      body: { change_id: changeId },
      repeatable: true,
    });
  }

  #listed<Item>(of: string, options?: CallOptions): AsyncGenerator<Item> {
    return paginate<Item, string | undefined>(undefined, async (cursor) => {
      const query = { cursor, limit: 100 };
      const page: { items: Item[]; next_cursor: string | null } = await this.#client.send(
        'GET',
        pathWith(of, undefined, query),
        { ...options },
      );
      return { items: page.items, next: page.next_cursor };
    });
  }
}
