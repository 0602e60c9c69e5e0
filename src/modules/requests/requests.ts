import type { Caller } from '../../kernel/caller.ts';
import { createRequestCreation } from './create-request.ts';
import { decide } from './decide.ts';
import { propose } from './propose.ts';
import { createRequestReads } from './read-requests.ts';
import type { RequestsParts } from './step.ts';
import { createSupport } from './support.ts';

export type Requests = ReturnType<typeof createRequests>;

/** Creates the service for requests for models: users request, second and comment; approvers decide. */
export function createRequests(parts: RequestsParts) {
  return {
    ...createRequestReads(parts),
    ...createRequestCreation(parts),
    ...createSupport(parts),
    decide: (id: number, decision: Parameters<typeof decide>[2], caller: Caller) =>
      decide(parts, id, decision, caller),
    propose: (id: number, changeId: number, caller: Caller) => propose(parts, id, changeId, caller),
  };
}
