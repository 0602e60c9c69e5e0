import { z } from 'zod';
import type { JsonObject } from '../../kernel/json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { findCategory } from '../../records/categories/index.ts';
import { valueWithoutKeys } from '../../records/files/address-keys.ts';
import { keyProblems } from '../../records/files/refuse-keys.ts';
import type { Store } from '../../store/store.ts';
import type { Tx, WriteTx } from '../../store/tx.ts';
import { type AppendEvents, auditStore } from '../audit/index.ts';
import { counterStore } from '../counters/index.ts';
import { wishKeys } from './keys.ts';
import {
  isWant,
  type ModelRequest,
  numberOf,
  type RequestStep,
  requestActions,
  requestStepOf,
} from './request.ts';
import { requestStore } from './store.ts';
import { takeStep } from './take-step.ts';
import { WantedBy } from './wanting.ts';

/** The name of the exported file that holds the steps of all requests, in order. */
export const requestsFile = 'model_requests.json';

/** Default limit, in characters, of a text in an imported file. The API accepts only shorter texts. */
const longest = 10_000;
const text = (max = longest) => z.string().max(max);
const exportedStep = z.object({
  /** The number of the request within the file, from 1. */
  request: z.int().positive(),
  action: z.enum(requestActions),
  /** Unix seconds. */
  at: z.int().nonnegative(),
  user_id: text(200),
  username: text(200),
  said: z.looseObject({
    text: text().nullish(),
    category: text(100).optional(),
    name: text(200).optional(),
    link: text(2000).nullish(),
    known: z.record(z.string(), z.json()).nullish(),
  }),
});
type ExportedStep = z.infer<typeof exportedStep>;
const exportedFile = z.object({ steps: z.array(exportedStep) });

const pageSize = 500;

/**
 * Gives the steps of all requests that are not hidden, for a file that may be published. Hidden texts and the
 * ids of changes are left out of the steps.
 *
 * @returns the steps; `requests`, how many requests have steps there; `hidden`, how many were left out
 */
export async function exportedRequests(
  reader: Tx,
): Promise<{ steps: ExportedStep[]; requests: number; hidden: number }> {
  const store = requestStore(reader);
  const numbers = new Map<number, number>();
  const eventIds: number[] = [];
  const wantedBy = new WantedBy();
  let hidden = 0;
  for (let after = 0; ; ) {
    const page = await store.page(after, pageSize);
    const shown = page.filter((request) => !request.hidden);
    hidden += page.length - shown.length;
    for (const { request_id } of shown) numbers.set(request_id, numbers.size + 1);
    for (const step of await store.stepsOf(page.map(({ request_id }) => request_id)))
      if (step.action !== 'comment' || step.text !== null) eventIds.push(step.event_id);
    if (page.length < pageSize) break;
    after = page.at(-1)?.request_id ?? 0;
  }
  const steps: ExportedStep[] = [];
  for (const id of eventIds.sort((a, b) => a - b)) {
    const [event] = await auditStore(reader).events({ after: id - 1, upto: id }, 1);
    const step = event && requestStepOf(event);
    if (step) exportStep(step, numbers, wantedBy, steps);
  }
  return { steps, requests: numbers.size, hidden };
}

/**
 * Adds a step to `steps`, with the file's numbers in place of request ids. The file has no changes, hidden
 * requests, hidden comments or keys in addresses. So the step is left out when it proposes a change, or hides or shows a comment;
 * in place of a step that joins a hidden request, each account that it adds seconds. Other steps lose the ids
 * of changes and of hidden requests. A step that hides why an account wants the model also removes that text
 * from the steps before.
 */
function exportStep(
  { request_id, action, at, user_id, username, said }: RequestStep,
  numbers: ReadonlyMap<number, number>,
  wantedBy: WantedBy,
  steps: ExportedStep[],
): void {
  const [from, of] = [numberOf(said, 'from'), numberOf(said, 'duplicate_of')];
  const added = wantedBy.take(request_id, { action, at, user_id, username }, from) ?? [];
  const request = numbers.get(request_id);
  if (request === undefined || action === 'propose' || action === 'unhide_comment') return;
  if (action === 'hide_comment') {
    if (typeof said.user_id !== 'string') return;
    for (const each of steps)
      if (each.request === request && each.user_id === said.user_id && isWant(each.action))
        each.said.text = null;
  }
  const { keys: _, change_id: __, ...kept } = said;
  if (action === 'join' && !numbers.has(from ?? 0)) {
    // Each key in the place that it has in other steps.
    for (const { at, ...account } of added)
      steps.push({ request, action: 'second', at, ...account, said: { text: null } });
    return;
  }
  steps.push({
    request,
    action,
    at,
    user_id,
    username,
    // In one order of the keys, whoever wrote the event.
    said: Object.fromEntries(
      Object.entries({
        ...valueWithoutKeys(kept),
        ...(from !== null && { from: numbers.get(from) ?? null }),
        ...(of !== null && { duplicate_of: numbers.get(of) ?? null }),
      }).sort(),
    ) as ExportedStep['said'],
  });
}

/**
 * Reads the content of a file of requests.
 *
 * @throws Error whose message says what is wrong, as the rest of a sentence about the file
 */
export function readRequestsFile(content: string): readonly ExportedStep[] {
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch {
    throw new Error('is no JSON');
  }
  const { data, error } = exportedFile.safeParse(json);
  if (data) {
    const [key] = keyProblems(data, []);
    if (key) throw new Error(`${requestsFile}: ${key.loc.join('.')}: ${key.msg}`);
    return data.steps;
  }
  const [first] = error.issues;
  throw new Error(`is no file of requests: ${first?.path.join('.')}: ${first?.message}`);
}

export interface ImportedRequests {
  readonly taken: number;
  /** The number of requests that exist already and stay as they are. */
  readonly unchanged: number;
}

/**
 * Imports the requests of a file in one transaction. Requests that exist already stay as they are. The steps
 * of the other requests become audit events of the importing account; each event also records who took the
 * step in the other registry, and when. No inbox entries are written.
 *
 * @throws Error when a step is not possible: then nothing is written
 */
export function importRequests(
  store: Store,
  steps: readonly ExportedStep[],
  {
    append,
    ...act
  }: {
    readonly append: AppendEvents;
    readonly now: number;
    readonly domain: CanonicalFormat;
    readonly userId: string;
  },
): Promise<ImportedRequests> {
  return store.write(async (writer) => {
    const ids = new Map<number, number>();
    const there = await knownRequests(writer);
    const known = new Set<number>();
    const wantedBy = new WantedBy();
    for (const step of steps) {
      const { request: number, action, said } = step;
      const from = numberOf(said as JsonObject, 'from');
      const added = wantedBy.take(number, step, from);
      if (!added)
        throw new Error(`request ${number}: '${action}' of account ${step.user_id} is not possible`);
      if (action === 'ask') {
        const found = there.get(identity(step, said.category, said.name));
        ids.set(number, found ?? (await counterStore(writer).next('request')));
        if (found !== undefined) known.add(number);
      }
      if (known.has(number)) continue;
      // Of a request that was there before, other accounts may want the model than the file says.
      const steps =
        action === 'join' && known.has(from ?? 0)
          ? added.map((each) => ({ ...step, action: 'second' as const, ...each, said: { text: null } }))
          : [step];
      for (const each of steps) await importStep(writer, each, ids, { append, ...act });
    }
    return { taken: ids.size - known.size, unchanged: known.size };
  });
}

async function importStep(
  writer: WriteTx,
  { action, request: number, at, user_id, username, said: given }: ExportedStep,
  ids: ReadonlyMap<number, number>,
  { append, now, domain, userId }: Parameters<typeof importRequests>[2],
): Promise<void> {
  const id = ids.get(number);
  const requests = requestStore(writer);
  const known = id === undefined ? null : await requests.get(id);
  if (id === undefined || (action !== 'ask' && !known))
    throw new Error(`request ${number} was not asked for before: ${action}`);
  const said = await importedSaid(writer, id, action, given as JsonObject, ids);
  const request = action === 'ask' ? asked(id, given) : (known as ModelRequest);
  const actor = { userId, username };
  await takeStep(writer, append, request, action, { now, domain, actor, imported: { at, user_id } }, said);
}

function asked(request_id: number, { category = '', name = '' }: ExportedStep['said']) {
  if (!findCategory(category))
    throw new Error(`request '${name}' is for '${category}', which is no category here`);
  return { request_id, category, name };
}

/**
 * Converts the details (`said`) of an imported step: replaces the file's request numbers by request ids of
 * this registry, and computes keys and counts anew.
 */
async function importedSaid(
  writer: WriteTx,
  id: number,
  action: ExportedStep['action'],
  said: JsonObject,
  ids: ReadonlyMap<number, number>,
): Promise<JsonObject> {
  const here = (name: string) => ids.get(numberOf(said, name) ?? 0) ?? null;
  if (action === 'ask') {
    const { category, name, link = null, known = null } = said as JsonObject & ExportedStep['said'];
    return { ...said, keys: wishKeys({ category, name, link, known } as Parameters<typeof wishKeys>[0]) };
  }
  if (action === 'duplicate') return { ...said, duplicate_of: here('duplicate_of') };
  if (action !== 'join') return said;
  const from = here('from');
  if (from === null) throw new Error('a request was joined by one that was not asked for before');
  return { ...said, from, joined: await requestStore(writer).countJoining(from, id) };
}

/**
 * Gives the ids of all stored requests, by requesting account, time, category and name. These four are the
 * same in every registry.
 */
async function knownRequests(reader: Tx): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (let after = 0; ; ) {
    const page = await requestStore(reader).page(after, pageSize);
    for (const { request_id, category, name, requested_by: user_id, requested_at: at } of page)
      found.set(identity({ user_id, at }, category, name), request_id);
    if (page.length < pageSize) return found;
    after = page.at(-1)?.request_id ?? 0;
  }
}

function identity({ user_id, at }: Pick<ExportedStep, 'user_id' | 'at'>, category = '', name = ''): string {
  return JSON.stringify([user_id, at, category, name]);
}
