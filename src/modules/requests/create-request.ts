import type { z } from 'zod';
import type { Caller } from '../../kernel/caller.ts';
import { RegistryError, ShownError } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { findStoredCategory } from '../../records/categories/index.ts';
import { allowedLinks, parseDraftLink } from '../../records/files/links.ts';
import { makeStorable } from '../../records/unstorable.ts';
import { counterStore } from '../counters/index.ts';
import type { Drafts } from '../drafts/index.ts';
import { findFinalDuplicateTarget } from './duplicate-target.ts';
import type { askBody } from './http-shapes.ts';
import { createKeys, factsOfDraft, isExactKey, type RequestedModel } from './keys.ts';
import { oneLine, plainText } from './plain-text.ts';
import type { ModelRequest, RequestLook, ShownRequest } from './request.ts';
import {
  addChanges,
  appendStep,
  assertPersonalAccount,
  assertWithinLimits,
  type RequestsParts,
} from './step.ts';
import { requestStore } from './store.ts';

/** Maximum number of similar requests to look up for a requested model. */
const maxListed = 20;

/**
 * The body of a new request. With `anyway`, the request is created even if the registry has the model, or has
 * declined an earlier request for it.
 */
type NewRequestBody = z.infer<ReturnType<typeof askBody>>;

/** Creates the part of the service that checks for existing matches and stores new requests. */
export function createRequestCreation(parts: RequestsParts) {
  const { store, drafts } = parts;
  return {
    look: async (ask: NewRequestBody, caller: Caller): Promise<RequestLook> => {
      assertPersonalAccount(caller);
      const { requestedModel, keys, models, problem } = await prepare(drafts, ask, caller);
      const requests = await store.read(async (reader) => {
        const similarRequests = await requestStore(reader).withAnyKey(keys, maxListed);
        return addChanges(
          reader,
          similarRequests.filter(({ hidden }) => !hidden),
        );
      });
      return { ...requestedModel, problem, models, requests };
    },

    /**
     * Creates a request.
     * @throws RegistryError `conflict` in two cases: there is an undecided or hidden request for the model;
     *   or `anyway` is not set, and the registry has the model or has declined an earlier request for it
     * @throws RegistryError `too_many_waiting` when the account has reached one of its limits
     */
    ask: async (ask: NewRequestBody, caller: Caller): Promise<ShownRequest> => {
      const reason = plainText(ask.why);
      await store.read((reader) => assertWithinLimits(parts, reader, caller, 'ask'));
      const { requestedModel, keys, models } = await prepare(drafts, ask, caller);
      const existingModel = models.find(
        ({ kind }) => kind === 'same_file' || kind === 'same_page' || kind === 'same_name',
      );
      if (existingModel && !ask.anyway) {
        throw createAnywayNeededError(
          `The model '${existingModel.name}' of ${existingModel.category} already exists (${existingModel.kind}).`,
        );
      }
      return store.write(async (writer) => {
        await assertWithinLimits(parts, writer, caller, 'ask');
        for (const similarRequest of await requestStore(writer).withAnyKey(
          keys.filter(isExactKey),
          maxListed,
        ))
          assertNotRequested(await findFinalDuplicateTarget(writer, similarRequest), ask.anyway ?? false);
        const request_id = await counterStore(writer).next('request');
        const { category, name, link, known } = requestedModel;
        const facts = { category, name, link, known, text: reason, keys };
        const request = { request_id, category, name };
        return appendStep(parts, writer, request, { action: 'ask', facts }, caller);
      }, caller.deadline);
    },
  };
}

/**
 * Prepares a request: reads the facts from its link, finds similar models in the registry, and computes the
 * keys for finding similar requests.
 */
async function prepare(
  drafts: Drafts,
  { category: categoryName, name: givenName, link: givenLink }: NewRequestBody,
  caller: Caller,
) {
  const link = givenLink?.trim() ? makeStorable(givenLink).trim() : null;
  if (link !== null && parseDraftLink(link) === null) {
    throw new RegistryError(
      'bad_request',
      `Unsupported link '${link.slice(0, 200)}'; allowed: ${allowedLinks}.`,
    );
  }
  const chosenCategory = categoryName ? (findStoredCategory(categoryName) ?? null) : null;
  const { record, draft, problem } = await draftFromLink(drafts, link, chosenCategory?.name ?? null, caller);
  const category = chosenCategory ?? findStoredCategory(draft?.category ?? '');
  if (!category)
    throw new RegistryError('bad_request', 'The category of the model is unknown: give category.');
  const name = oneLine(givenName ?? '') || oneLine(typeof record.name === 'string' ? record.name : '');
  if (name === '')
    throw new RegistryError('bad_request', 'The model is unknown: give name, or a link to a model.');
  const requestedModel: RequestedModel = {
    category: category.name,
    name,
    link,
    known: draft && factsOfDraft(draft),
  };
  const models = drafts.findDuplicates(category, {
    ...record,
    name,
    ...(link && { homepage: record.homepage ?? link }),
  });
  return { requestedModel, keys: createKeys(requestedModel), models, problem };
}

/**
 * Creates a draft of a record from a link. When the link is refused or cannot be read, returns the reason as
 * `problem` instead of throwing: a request does not need the facts from its link.
 */
async function draftFromLink(drafts: Drafts, link: string | null, category: string | null, caller: Caller) {
  const noDraft: { record: JsonObject; draft: null } = { record: {}, draft: null };
  if (link === null) return { ...noDraft, problem: null };
  try {
    const draft = await drafts.make({
      text: link,
      category: category === null ? null : (findStoredCategory(category) ?? null),
      askedBy: caller.userId,
      withoutToken: !caller.isRequestor,
    });
    return { record: draft.record, draft, problem: null };
  } catch (error) {
    if (!(error instanceof ShownError)) throw error;
    return { ...noDraft, problem: error.message };
  }
}

function assertNotRequested({ request_id, state, hidden, reason }: ModelRequest, anyway: boolean): void {
  if (hidden)
    throw new RegistryError(
      'conflict',
      'This model was requested before and declined; approvers accept no new request for it.',
    );
  if (state === 'open' || state === 'accepted') {
    throw new RegistryError(
      'conflict',
      `Request ${request_id} already asks for this model: second it instead.`,
    );
  }
  if (state === 'declined' && !anyway) {
    throw createAnywayNeededError(`Request ${request_id} was declined: ${reason}.`);
  }
}

function createAnywayNeededError(reason: string): RegistryError {
  const members = { code: 'anyway_needed', reason } as const;
  return new RegistryError('conflict', `${reason} To create the request anyway, set anyway=true.`, {
    members,
  });
}
