import type { Sent } from './connection.ts';
import { ApiError, isObject } from './errors.ts';
import { randomName } from './hashes.ts';
import { eachOf, nextOffset } from './pages.ts';
import { pathWith } from './paths.ts';
import type { CallOptions } from './typed-paths.ts';
import type {
  ApplyAnswer,
  BatchDetail,
  BatchPage,
  BatchSummary,
  CategoryName,
  ChangeDiff,
  ChangeDiffs,
  ChangeOperation,
  ChangePage,
  ChangeStatus,
  Conversation,
  ConversationEntry,
  Decided,
  DryRun,
  NetChanges,
  PendingChange,
  RecordDraft,
  RevertAnswer,
  RevertPreview,
  RiskLevel,
} from './types.ts';

/** A write of one model. A delete has no record. */
export interface Proposal {
  readonly category: CategoryName;
  readonly operation: ChangeOperation;
  /** The key of the model; for a create the service takes it from the record. */
  readonly name: string;
  readonly record: RecordDraft | null;
}

export interface ChangeFilter {
  readonly statuses?: readonly ChangeStatus[] | undefined;
  readonly categories?: readonly CategoryName[] | undefined;
  /** Part of the model's name. */
  readonly model_name?: string | undefined;
  /** Part of the name of who proposed it, or their id. */
  readonly requestor?: string | undefined;
  readonly batch_id?: number | undefined;
  /** Open changes of any of these risks; not of one's own only. */
  readonly risks?: readonly RiskLevel[] | undefined;
  /** The highest risk first. Default: in ascending id. */
  readonly sort?: 'risk' | undefined;
}

/** What to apply: these changes, or all approved ones of a batch. */
export type Application = { readonly changeIds: readonly number[] } | { readonly batchId: number };

export interface ApplyOptions extends CallOptions {
  /** Makes sending it again safe. Default: a new one. */
  readonly jobId?: string;
}

export interface DecideOptions extends CallOptions {
  /** The versions that were looked at, by change id: when one has a newer one, nothing is decided. */
  readonly versions?: Readonly<Record<string, number>>;
}

export interface VersionOptions extends CallOptions {
  /** The version that is meant: when there is a newer one, nothing is done. */
  readonly version?: number;
}

/** An apply stopped at a change. What came before it is applied: `result` says what. */
export class ApplyStopped extends ApiError {
  override readonly name = 'ApplyStopped';
  readonly result: ApplyAnswer;

  constructor(error: ApiError, result: ApplyAnswer) {
    super(error.status, result.failed_error ?? error.message, error);
    this.result = result;
  }
}

/** The most that one answer of the queue holds. */
export const mostChanges = 500;
/** Characters of a name that the queue filters by. */
const longestName = 200;
const queue = '/model_references/v2/pending_queue';
const methods = { create: 'POST', update: 'PUT', delete: 'DELETE' } as const;

interface Sender {
  send<T>(method: string, path: string, sent?: Sent): Promise<T>;
}

/** The review queue: propose, look, decide, apply, take back. */
export class Queue {
  readonly #client: Sender;

  constructor(client: Sender) {
    this.#client = client;
  }

  /**
   * Queues a write.
   * @param ifMatch the ETag of the record that it is based on: if it was written since, `changed-meanwhile`
   */
  propose(
    proposal: Proposal,
    { ifMatch, ...options }: CallOptions & { readonly ifMatch?: string | undefined } = {},
  ): Promise<PendingChange> {
    const headers = {
      // Who asks again because nothing was heard is given the first answer.
      'idempotency-key': randomName(),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    };
    return this.#write(proposal, '', { ...options, headers, repeatable: true });
  }

  /** What a proposal would change, and what is worth a look in it. Queues nothing. */
  dryRun(proposal: Proposal, options?: CallOptions): Promise<DryRun> {
    return this.#write(proposal, '?dry_run=true', { ...options, repeatable: true });
  }

  #write<T>({ category, operation, name, record }: Proposal, query: string, sent: Sent): Promise<T> {
    const collection = `/model_references/v2/${encodeURIComponent(category)}`;
    const path = operation === 'create' ? collection : `${collection}/model/${encodeURIComponent(name)}`;
    const body = record === null ? {} : { body: record };
    return this.#client.send(methods[operation], path + query, { ...sent, ...body });
  }

  /** One page, in ascending id. `mine`: only the caller's, which requestors may read. */
  page(
    filter: ChangeFilter & { readonly offset?: number; readonly limit?: number; readonly mine?: boolean },
    options?: CallOptions,
  ): Promise<ChangePage> {
    const { mine = false, model_name, requestor, risks, sort, ...rest } = filter;
    const names = {
      model_name: model_name?.slice(0, longestName),
      requestor: requestor?.slice(0, longestName),
      risks,
      sort,
    };
    return this.#get(mine ? '/my_changes' : '/changes', mine ? rest : { ...rest, ...names }, options);
  }

  /** All changes that match, in ascending id. */
  changes(
    filter: ChangeFilter & { readonly mine?: boolean } = {},
    options?: CallOptions,
  ): AsyncGenerator<PendingChange> {
    return eachOf(0, async (offset: number) => {
      const { items, total } = await this.page({ ...filter, offset, limit: mostChanges }, options);
      return { items, next: nextOffset(offset, items.length, total) };
    });
  }

  change(id: number, options?: CallOptions): Promise<PendingChange> {
    return this.#get(`/changes/${id}`, {}, options);
  }

  /** A change held against the live record, field by field. */
  diff(id: number, options?: CallOptions): Promise<ChangeDiff> {
    return this.#get(`/changes/${id}/diff`, {}, options);
  }

  /** Several at once, up to 100. */
  diffs(ids: readonly number[], options?: CallOptions): Promise<ChangeDiffs> {
    return this.#get('/diffs', { change_ids: ids }, options);
  }

  /** Approves pending changes into the open batch, or a new one. All or nothing. */
  approve(
    ids: readonly number[],
    title: string,
    { versions, ...options }: DecideOptions = {},
  ): Promise<Decided> {
    const body = { batch_title: title, approved_ids: ids, expected_versions: versions };
    return this.#post('/batches', { ...options, body });
  }

  /** Rejects pending changes. All or nothing. */
  reject(
    ids: readonly number[],
    reason: string,
    { title = 'Rejected', versions, ...options }: DecideOptions & { readonly title?: string } = {},
  ): Promise<Decided> {
    const body = {
      batch_title: title,
      rejected_ids: ids,
      reject_reason: reason,
      expected_versions: versions,
    };
    return this.#post('/batches', { ...options, body });
  }

  /**
   * Puts another record in the place of what the caller has proposed: the change keeps its id, and has to be
   * approved anew.
   */
  revise(
    id: number,
    record: RecordDraft,
    { version, ...options }: VersionOptions = {},
  ): Promise<PendingChange> {
    const headers = { 'idempotency-key': randomName() };
    const sent = { ...options, headers, repeatable: true, body: { record, expected_version: version } };
    return this.#client.send('PUT', `${queue}/changes/${id}`, sent);
  }

  /** What was said of a change, and its versions. */
  conversation(id: number, options?: CallOptions): Promise<Conversation> {
    return this.#get(`/changes/${id}/conversation`, {}, options);
  }

  /** Says something about a change: plain text, up to 4,000 characters. */
  comment(id: number, text: string, options?: CallOptions): Promise<ConversationEntry> {
    const headers = { 'idempotency-key': randomName() };
    return this.#post(`/changes/${id}/comments`, { ...options, headers, repeatable: true, body: { text } });
  }

  /** Only the caller's own, for 15 minutes. */
  editComment(
    id: number,
    commentId: number,
    text: string,
    options?: CallOptions,
  ): Promise<ConversationEntry> {
    return this.#client.send('PUT', `${queue}/changes/${id}/comments/${commentId}`, {
      ...options,
      body: { text },
    });
  }

  /** As `editComment`. */
  deleteComment(id: number, commentId: number, options?: CallOptions): Promise<ConversationEntry> {
    return this.#client.send('DELETE', `${queue}/changes/${id}/comments/${commentId}`, { ...options });
  }

  /** Asks its requestor for another version; takes an approval away. */
  requestChanges(
    id: number,
    text: string,
    { version, ...options }: VersionOptions = {},
  ): Promise<PendingChange> {
    const body = { text, expected_version: version };
    return this.#post(`/changes/${id}/request_changes`, { ...options, body });
  }

  /** Takes back a pending change of the caller's. */
  withdraw(id: number, options?: CallOptions): Promise<PendingChange> {
    return this.#post(`/changes/${id}/withdraw`, { ...options });
  }

  /** Makes an approved change pending again. */
  unapprove(id: number, options?: CallOptions): Promise<PendingChange> {
    return this.#post(`/changes/${id}/unapprove`, { ...options });
  }

  /** Proposes a deleted model with its last record. */
  bringBack(category: CategoryName, name: string, options?: CallOptions): Promise<PendingChange> {
    return this.#post('/bring_back', { ...options, body: { category, model_name: name } });
  }

  /**
   * Makes approved changes live. One call is one transaction, whatever its size.
   * @throws ApplyStopped when it stopped at a change
   */
  async apply(
    what: Application,
    { jobId = randomName(), ...options }: ApplyOptions = {},
  ): Promise<ApplyAnswer> {
    try {
      return 'changeIds' in what
        ? await this.#post('/apply', {
            ...options,
            body: { change_ids: what.changeIds, job_id: jobId },
            repeatable: true,
          })
        : await this.#post(pathWith('/apply_batch/{id}', { id: what.batchId }, { job_id: jobId }), {
            ...options,
            repeatable: true,
          });
    } catch (error) {
      if (error instanceof ApiError && isApplyAnswer(error.body)) throw new ApplyStopped(error, error.body);
      throw error;
    }
  }

  /** Batches, newest first. */
  batchPage(
    query: { cursor?: number | undefined; limit?: number },
    options?: CallOptions,
  ): Promise<BatchPage> {
    return this.#get('/audit/batches', query, options);
  }

  batches(options?: CallOptions): AsyncGenerator<BatchSummary> {
    return eachOf<BatchSummary, number | undefined>(undefined, async (cursor) => {
      const page = await this.batchPage({ cursor, limit: 50 }, options);
      return { items: page.batches, next: page.next_cursor ?? null };
    });
  }

  batch(id: number, options?: CallOptions): Promise<BatchDetail> {
    return this.#get(`/audit/batches/${id}`, {}, options);
  }

  /** What a batch changed in the end, model by model. */
  netChanges(id: number, options?: CallOptions): Promise<NetChanges> {
    return this.#get(`/audit/batches/${id}/net_changes`, {}, options);
  }

  /** Queues what undoes a batch. */
  revert(id: number, options?: CallOptions): Promise<RevertAnswer> {
    return this.#post(`/audit/batches/${id}/revert`, { ...options });
  }

  /** What `revert` would queue. */
  revertPreview(id: number, options?: CallOptions): Promise<RevertPreview> {
    return this.#post(`/audit/batches/${id}/revert?dry_run=true`, { ...options, repeatable: true });
  }

  #get<T>(path: string, query: object, options?: CallOptions): Promise<T> {
    return this.#client.send('GET', pathWith(queue + path, undefined, query), { ...options });
  }

  #post<T>(path: string, sent: Sent): Promise<T> {
    return this.#client.send('POST', queue + path, sent);
  }
}

function isApplyAnswer(body: unknown): body is ApplyAnswer {
  return isObject(body) && Array.isArray(body.applied);
}
