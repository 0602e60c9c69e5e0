import type { Caller } from '../../kernel/caller.ts';
import { RegistryError } from '../../kernel/errors.ts';
import { plainText } from './plain-text.ts';
import type { ShownRequest } from './request.ts';
import {
  appendStep,
  assertWithinLimits,
  performStep,
  type RequestsParts,
  readVisibleRequest,
  requestWithChanges,
} from './step.ts';
import { requestStore } from './store.ts';

/** Maximum number of comments on one request. */
const maxComments = 200;

/** Creates the part of the service for seconding a request, withdrawing support and commenting. */
export function createSupport(parts: RequestsParts) {
  const { store } = parts;
  return {
    /**
     * Adds the caller to the accounts that want the model. Does nothing if the caller already is one of them.
     */
    second: (id: number, why: string | null | undefined, caller: Caller): Promise<ShownRequest> =>
      store.write(async (writer) => {
        const request = await readVisibleRequest(writer, id, caller);
        if (await requestStore(writer).supporter(id, caller.userId))
          return requestWithChanges(writer, request);
        await assertWithinLimits(parts, writer, caller, 'second');
        const facts = { text: plainText(why) };
        return appendStep(parts, writer, request, { action: 'second', facts }, caller);
      }, caller.deadline),

    /**
     * Removes the caller from the accounts that want the model. If none is left, the request is withdrawn.
     */
    unsecond: (id: number, caller: Caller): Promise<ShownRequest> =>
      performStep(parts, id, { action: 'unsecond', facts: {} }, caller, async (writer) => {
        if (await requestStore(writer).supporter(id, caller.userId)) return;
        throw new RegistryError('bad_request', `You have neither created nor seconded request ${id}.`);
      }),

    comment: (id: number, rawText: string, caller: Caller): Promise<ShownRequest> => {
      const text = plainText(rawText);
      if (text === null) throw new RegistryError('bad_request', 'text must not be blank.');
      return performStep(
        parts,
        id,
        { action: 'comment', facts: { text } },
        caller,
        async (_, { comments }) => {
          if (comments < maxComments) return;
          throw new RegistryError(
            'bad_request',
            `Request ${id} already has ${maxComments} comments, the maximum.`,
          );
        },
      );
    },
  };
}
