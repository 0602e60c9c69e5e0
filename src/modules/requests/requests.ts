import type { z } from 'zod';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { RegistryError, ShownError } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { findStoredCategory } from '../../records/categories/index.ts';
import type { requestSorts } from '../../records/enums.ts';
import { allowedLinks, draftLink } from '../../records/files/links.ts';
import { storableText } from '../../records/unstorable.ts';
import type { Store } from '../../store/store.ts';
import type { Tx, WriteTx } from '../../store/tx.ts';
import type { AppendEvents } from '../audit/index.ts';
import { modelStore } from '../catalog/index.ts';
import { counterStore } from '../counters/index.ts';
import type { Drafts } from '../drafts/index.ts';
import { actOf, auditEventOf, changeFor, proposedForEvent, renamedTo } from '../queue/index.ts';
import type { askBody, decideBody } from './http-shapes.ts';
import { isSame, knownOf, type Wish, wishKeys } from './keys.ts';
import { isPossible, type ModelRequest, type RequestLook, type ShownRequest } from './request.ts';
import type { RequestAction, RequestDeed } from './request-event.ts';
import { type RequestFilter, type RequestPlace, requestStore } from './store.ts';
import { survivorOf } from './survivor.ts';
import { takeStep } from './take-step.ts';

const day = 24 * 60 * 60;
/**
 * Largest number of requests of one account that wait for a decision (`undecided`), of its new requests
 * (`asksADay`) and of its steps of any kind (`stepsADay`) in a day. Approvers have no such limits.
 */
export const perAccount = { undecided: 20, asksADay: 10, stepsADay: 200 } as const;
/** Largest number of comments on one request. */
export const mostComments = 200;
/** Largest number of changes that are proposed for one request and wait. */
const mostChanges = 20;
/** Largest number of similar requests that are looked up when a person asks for a model. */
const mostShown = 20;

/** `anyway`: the request is made even if the registry has the model, or an earlier request was declined. */
type Ask = z.infer<ReturnType<typeof askBody>>;

type Decision = z.infer<typeof decideBody>;

export type Requests = ReturnType<typeof createRequests>;

/** Makes the service for requests for models: people ask, second and comment; approvers decide. */
export function createRequests({
  store,
  clock,
  settings,
  append,
  drafts,
  isLive,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly settings: { readonly canonicalFormat: CanonicalFormat };
  readonly append: AppendEvents;
  readonly drafts: Drafts;
  readonly isLive: (category: string, name: string) => boolean;
}) {
  const act = (caller: Caller) => actOf(settings, clock, caller);

  /** Gives a request. Only approvers see hidden requests; other callers get `not_found`. */
  const visible = async (reader: Tx, id: number, caller?: Caller): Promise<ModelRequest> => {
    const request = await requestStore(reader).get(id);
    if (request && (!request.hidden || caller?.isApprover)) return request;
    throw new RegistryError('not_found', `Request ${id} not found`);
  };

  const assertShare = async (reader: Tx, caller: Caller, action: RequestAction) => {
    assertSomebody(caller);
    if (caller.isApprover) return;
    const requests = requestStore(reader);
    const since = clock.now() - day;
    if ((await requests.stepsSince(caller.userId, since)) >= perAccount.stepsADay)
      tooMany('steps', perAccount.stepsADay);
    if (action !== 'ask') return;
    if ((await requests.stepsSince(caller.userId, since, 'ask')) >= perAccount.asksADay)
      tooMany('requests', perAccount.asksADay);
    if ((await requests.undecidedOf(caller.userId)) < perAccount.undecided) return;
    throw new RegistryError(
      'too_many_waiting',
      `${perAccount.undecided} requests of one account may wait for a decision.`,
    );
  };

  /**
   * Takes an action on a request. First checks that the caller may see the request, that the limits of the
   * account leave room for a step, and that the request's state allows the action.
   */
  const step = (
    id: number,
    deed: RequestDeed,
    caller: Caller,
    check: (writer: WriteTx, request: ModelRequest) => Promise<void> = async () => {},
  ) =>
    store.write(async (writer) => {
      const request = await visible(writer, id, caller);
      await assertShare(writer, caller, deed.action);
      await check(writer, request);
      assertPossible(deed.action, request);
      return shown(writer, await takeStep(writer, append, request, deed, act(caller)));
    }, caller.deadline);

  /**
   * Prepares a request: reads the facts behind its link, finds similar models in the registry, and makes the
   * keys by which similar requests are found.
   */
  const look = async ({ category: given, name: called, link: pasted }: Ask, caller: Caller) => {
    const link = pasted?.trim() ? storableText(pasted).trim() : null;
    if (link !== null && draftLink(link) === null) {
      throw new RegistryError(
        'bad_request',
        `No model is known to be at '${link.slice(0, 200)}'; allowed: ${allowedLinks}.`,
      );
    }
    const chosen = given ? (findStoredCategory(given) ?? null) : null;
    const { record, draft, problem } = await behind(link, chosen?.name ?? null, caller);
    const category = chosen ?? findStoredCategory(draft?.category ?? '');
    if (!category)
      throw new RegistryError(
        'bad_request',
        'Nothing says which category the model belongs to: give category.',
      );
    const name = oneLine(called ?? '') || oneLine(typeof record.name === 'string' ? record.name : '');
    if (name === '')
      throw new RegistryError(
        'bad_request',
        'Nothing says which model is meant: give name, or a link that leads to one.',
      );
    const wish: Wish = { category: category.name, name, link, known: draft && knownOf(draft) };
    const models = drafts.duplicates(category, {
      ...record,
      name,
      ...(link && { homepage: record.homepage ?? link }),
    });
    return { wish, keys: wishKeys(wish), models, problem };
  };

  /**
   * Makes a draft of a record from a link. When the link is refused or cannot be read, returns the reason as
   * `problem` instead of throwing: people can ask for a model without the facts behind its link.
   */
  const behind = async (link: string | null, category: string | null, caller: Caller) => {
    const nothing: { record: JsonObject; draft: null } = { record: {}, draft: null };
    if (link === null) return { ...nothing, problem: null };
    try {
      const draft = await drafts.make({
        text: link,
        category: category === null ? null : (findStoredCategory(category) ?? null),
        askedBy: caller.userId,
      });
      return { record: draft.record, draft, problem: null };
    } catch (error) {
      if (!(error instanceof ShownError)) throw error;
      return { ...nothing, problem: error.message };
    }
  };

  /** Adds to requests the changes that are proposed for them and wait. */
  const withChanges = async (reader: Tx, requests: readonly ModelRequest[]): Promise<ShownRequest[]> => {
    const ids = requests.map(({ request_id }) => request_id);
    const waiting = Map.groupBy(
      await requestStore(reader).waitingChanges(ids),
      ({ request_id }) => request_id,
    );
    return requests.map((request) => {
      const change_ids = [...new Set(waiting.get(request.request_id)?.map(({ change_id }) => change_id))];
      const isFulfilled = request.state === 'fulfilled';
      return {
        ...request,
        change_id: isFulfilled ? request.change_id : (change_ids.at(-1) ?? null),
        change_ids,
      };
    });
  };
  const shown = async (reader: Tx, request: ModelRequest) =>
    (await withChanges(reader, [request]))[0] as ShownRequest;

  return {
    look: async (ask: Ask, caller: Caller): Promise<RequestLook> => {
      assertSomebody(caller);
      const { wish, keys, models, problem } = await look(ask, caller);
      const requests = await store.read(async (reader) => {
        const found = await requestStore(reader).sharing(keys, mostShown);
        return withChanges(
          reader,
          found.filter(({ hidden }) => !hidden),
        );
      });
      return { ...wish, problem, models, requests };
    },

    /**
     * Makes a new request.
     * @throws RegistryError `conflict` when the registry has the model, or an earlier request for it was
     * declined, and `anyway` is not set; `conflict` also when there is an undecided or hidden request for it;
     * `too_many_waiting` when the account has reached one of its limits
     */
    ask: async (ask: Ask, caller: Caller): Promise<ShownRequest> => {
      const why = plainText(ask.why);
      await store.read((reader) => assertShare(reader, caller, 'ask'));
      const { wish, keys, models } = await look(ask, caller);
      const there = models.find(
        ({ kind }) => kind === 'same_file' || kind === 'same_page' || kind === 'same_name',
      );
      if (there && !ask.anyway) {
        throw new RegistryError(
          'conflict',
          `The model '${there.name}' of ${there.category} is there already (${there.kind}). To ask nevertheless: anyway=true.`,
        );
      }
      return store.write(async (writer) => {
        await assertShare(writer, caller, 'ask');
        for (const other of await requestStore(writer).sharing(keys.filter(isSame), mostShown))
          refuseSame(await survivorOf(writer, other), ask.anyway ?? false);
        const request_id = await counterStore(writer).next('request');
        const { category, name, link, known } = wish;
        const facts = { category, name, link, known, text: why, keys };
        const request = { request_id, category, name };
        return shown(writer, await takeStep(writer, append, request, { action: 'ask', facts }, act(caller)));
      }, caller.deadline);
    },

    get: (id: number, caller?: Caller) =>
      store.read(async (reader) => shown(reader, await visible(reader, id, caller))),

    list: (
      filter: RequestFilter,
      { limit, ...place }: { sort: (typeof requestSorts)[number]; limit: number; after?: RequestPlace },
    ) =>
      store.read(async (reader) => {
        const found = await requestStore(reader).list(filter, { ...place, limit: limit + 1 });
        const items = found.slice(0, limit);
        return {
          items: await withChanges(reader, items),
          total: await requestStore(reader).count(filter),
          next: found.length > limit ? (items.at(-1) ?? null) : null,
        };
      }),

    /**
     * Lists the accounts that want the model of a request.
     * @param only the id of one account. The list then has this account, or is empty when the account does
     * not want the model
     */
    seconds: (id: number, limit: number, after?: string, only?: string) =>
      store.read(async (reader) => {
        await visible(reader, id);
        const requests = requestStore(reader);
        const found =
          only === undefined
            ? await requests.seconds(id, limit + 1, after)
            : [(await requests.second(id, only)) ?? []].flat();
        const items = found.slice(0, limit);
        return { items, next: found.length > limit ? (items.at(-1)?.user_id ?? null) : null };
      }),

    /**
     * Lists the steps of a request, comments included, the oldest first; at most `limit`. The steps `second`
     * and `unsecond` are left out.
     */
    steps: (id: number, limit: number, after?: number) =>
      store.read(async (reader) => {
        await visible(reader, id);
        const found = await requestStore(reader).steps(id, limit + 1, after);
        const items = found.slice(0, limit);
        return { items, next: found.length > limit ? (items.at(-1)?.event_id ?? null) : null };
      }),

    /**
     * Adds the caller to the accounts that want the model; does nothing when the caller is one of them
     * already.
     */
    second: (id: number, why: string | null | undefined, caller: Caller): Promise<ShownRequest> =>
      store.write(async (writer) => {
        const request = await visible(writer, id, caller);
        if (await requestStore(writer).second(id, caller.userId)) return shown(writer, request);
        await assertShare(writer, caller, 'second');
        assertPossible('second', request);
        const facts = { text: plainText(why) };
        return shown(
          writer,
          await takeStep(writer, append, request, { action: 'second', facts }, act(caller)),
        );
      }, caller.deadline),

    /** Removes the caller from the accounts that want the model; when none is left, the request is withdrawn. */
    unsecond: (id: number, caller: Caller): Promise<ShownRequest> =>
      step(id, { action: 'unsecond', facts: {} }, caller, async (writer) => {
        if (await requestStore(writer).second(id, caller.userId)) return;
        throw new RegistryError('bad_request', `You have neither asked for request ${id} nor seconded it.`);
      }),

    comment: (id: number, given: string, caller: Caller): Promise<ShownRequest> => {
      const text = plainText(given);
      if (text === null) throw new RegistryError('bad_request', 'text must not be blank.');
      return step(id, { action: 'comment', facts: { text } }, caller, async (_, { comments }) => {
        if (comments < mostComments) return;
        throw new RegistryError(
          'bad_request',
          `Request ${id} has ${mostComments} comments, the most that are allowed.`,
        );
      });
    },

    decide: async (id: number, decision: Decision, caller: Caller): Promise<ShownRequest> => {
      const { decision: action } = decision;
      const text = plainText(decision.reason);
      if ((action === 'decline' || action.startsWith('hide')) && text === null) {
        throw new RegistryError('bad_request', `To ${action} a request needs a reason.`);
      }
      if (action === 'duplicate') return markDuplicate(id, decision.duplicate_of ?? null, text, caller);
      if (action === 'hide_comment' || action === 'unhide_comment')
        return hideComment(id, action, decision, text, caller);
      if (action !== 'fulfil') return step(id, { action, facts: { text } }, caller);
      const { model_name } = decision;
      return step(
        id,
        { action, facts: { text, model_name: model_name ?? null, change_id: null } },
        caller,
        async (_, { category }) => {
          if (model_name && isLive(category, model_name)) return;
          throw new RegistryError(
            'bad_request',
            `model_name must be a model of ${category} that is there, not '${model_name ?? ''}'.`,
          );
        },
      );
    },

    /**
     * Links a change to the request that it is to fulfil, beside the changes that were linked before, and adds
     * a comment about the request to the change, for the change's reviewers. They decide with it about the
     * request, so that only approvers can link a change that was decided on before. If it is applied already,
     * the request is fulfilled at once.
     */
    propose: (id: number, changeId: number, caller: Caller): Promise<ShownRequest> =>
      store.write(async (writer) => {
        const request = await visible(writer, id, caller);
        const change = await changeFor(writer, changeId, caller);
        const { change_id, category, operation, status } = change;
        if (category !== request.category || operation === 'delete' || status === 'rejected') {
          throw new RegistryError(
            'bad_request',
            `Change ${changeId} cannot fulfil request ${id}: it has to create or update a model of ${request.category}, and not be rejected (it is: ${operation} of ${category}, ${status}).`,
          );
        }
        assertPossible('propose', request);
        const requests = requestStore(writer);
        const isNamed = (await requests.naming([change_id])).some(({ request_id }) => request_id === id);
        const isKnown = isNamed && status === 'approved';
        if (status !== 'pending' && !isKnown && !caller.isApprover) {
          throw new RegistryError(
            'conflict',
            `Change ${changeId} is ${status}: its reviewers did not know of request ${id}. Only an approver can name it.`,
          );
        }
        let proposed = request;
        if (!isNamed) {
          await assertShare(writer, caller, 'propose');
          if (status !== 'applied' && (await requests.waitingChanges([id])).length >= mostChanges) {
            throw new RegistryError(
              'bad_request',
              `${mostChanges} changes are proposed for request ${id} and wait: one of them has to be decided first.`,
            );
          }
          proposed = await takeStep(
            writer,
            append,
            request,
            { action: 'propose', facts: { change_id } },
            act(caller),
          );
          await append(writer, [auditEventOf(proposedForEvent(change_id, request, act(caller)))]);
        }
        if (status !== 'applied') return shown(writer, proposed);
        const model_name = renamedTo(change) ?? change.model_name;
        if (!(await modelStore(writer).get(category, model_name))) {
          const why = `Change ${changeId} is applied, but there is no model '${model_name}' of ${category} any more.`;
          throw new RegistryError('bad_request', why);
        }
        const facts = { model_name, change_id };
        return shown(
          writer,
          await takeStep(writer, append, proposed, { action: 'fulfil', facts }, act(caller)),
        );
      }, caller.deadline),
  };

  /** Hides or shows a comment, or hides the reason why an account wants the model. */
  function hideComment(
    id: number,
    action: 'hide_comment' | 'unhide_comment',
    { comment = null, user_id = null }: Decision,
    text: string | null,
    caller: Caller,
  ) {
    const hides = action === 'hide_comment';
    const facts = hides && comment === null ? { user_id, text } : { comment, text };
    return step(id, { action, facts }, caller, async (writer, { requested_by, why }) => {
      const requests = requestStore(writer);
      if (hides && comment === null && user_id !== null) {
        // Whoever asked may have stopped wanting it, while others still do.
        if (requested_by === user_id && why !== null) return;
        if ((await requests.second(id, user_id))?.why != null) return;
      }
      const found = comment === null ? undefined : await requests.step(id, comment);
      if (found?.action === 'comment' && (found.text !== null) === hides) return;
      throw new RegistryError(
        'bad_request',
        `comment must be the event_id of a comment on request ${id} that is ${hides ? 'shown' : 'hidden'}${hides ? '; or user_id that of an account that says why it wants it' : ''}.`,
      );
    });
  }

  /**
   * Marks request `id` as a duplicate of request `of`. The accounts that want the model of request `id` then
   * count as wanting that of request `of`.
   */
  function markDuplicate(id: number, of: number | null, text: string | null, caller: Caller) {
    if (of === null || of === id)
      throw new RegistryError('bad_request', 'duplicate_of must be the id of another request.');
    return store.write(async (writer) => {
      const request = await visible(writer, id, caller);
      const other = await visible(writer, of, caller);
      assertPossible('duplicate', request);
      assertPossible('join', other);
      if (request.category !== other.category) {
        throw new RegistryError(
          'bad_request',
          `Request ${of} is for a model of ${other.category}, not of ${request.category}.`,
        );
      }
      const joined = await requestStore(writer).countJoining(id, of);
      await takeStep(writer, append, other, { action: 'join', facts: { from: id, joined } }, act(caller));
      const facts = { duplicate_of: of, text };
      return shown(
        writer,
        await takeStep(writer, append, request, { action: 'duplicate', facts }, act(caller)),
      );
    }, caller.deadline);
  }
}

function tooMany(what: string, most: number): never {
  throw new RegistryError(
    'too_many_waiting',
    `${most} ${what} a day are taken of one account. Try again tomorrow.`,
  );
}

/** Refuses the anonymous account: many people share it, so limits for one account would make no sense. */
function assertSomebody({ userId }: Caller): void {
  if (userId !== '0') return;
  throw new RegistryError(
    'missing_role',
    'The anonymous account cannot ask for models: use a key of your own.',
  );
}

function assertPossible(action: RequestAction, request: ModelRequest): void {
  if (isPossible(action, request)) return;
  const hidden = request.hidden ? ', hidden' : '';
  throw new RegistryError(
    'conflict',
    `Request ${request.request_id} is ${request.state}${hidden}: '${action}' is not possible now.`,
  );
}

function refuseSame({ request_id, state, hidden, reason }: ModelRequest, anyway: boolean): void {
  if (hidden)
    throw new RegistryError(
      'conflict',
      'This has been asked for, and approvers do not want it to be asked for again.',
    );
  if (state === 'open' || state === 'accepted') {
    throw new RegistryError('conflict', `Request ${request_id} asks for it already: second that one.`);
  }
  if (state === 'declined' && !anyway) {
    throw new RegistryError(
      'conflict',
      `Request ${request_id} was declined: ${reason}. To ask nevertheless: anyway=true.`,
    );
  }
}

/**
 * Prepares a text for display: replaces control characters (except line feeds) and characters that change the
 * direction of text with blanks. Returns null when only white space is left.
 */
function plainText(given: string | null | undefined): string | null {
  const text = storableText(given ?? '')
    .replace(/(?!\n)[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, ' ')
    .trim();
  return text === '' ? null : text;
}

function oneLine(given: string): string {
  return (plainText(given) ?? '').replace(/\s+/g, ' ').slice(0, 200).toWellFormed();
}
