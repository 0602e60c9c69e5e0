import type { Sent } from './connection.ts';
import { ApiError, isObject } from './errors.ts';
import { randomName } from './hashes.ts';
import { nextOffset, paginate } from './pages.ts';
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
  QueueCounts,
  RecordDraft,
  RevertAnswer,
  RevertPreview,
  ReviewPolicies,
  RiskLevel,
} from './types.ts';

interface Sender {
  send<T>(method: string, path: string, options?: Sent): Promise<T>;
}

/** A proposal to create, update or delete one model. For a delete, `record` is null. */
export interface Proposal {
  readonly category: CategoryName;
  readonly operation: ChangeOperation;
  /** The model's key in the category. Not used for a create: the service takes the key from the record. */
  readonly name: string;
  readonly record: RecordDraft | null;
}

export interface ChangeFilter {
  readonly statuses?: readonly ChangeStatus[] | undefined;
  readonly categories?: readonly CategoryName[] | undefined;
  /** Only changes of models whose name contains this text. */
  readonly model_name?: string | undefined;
  /** Only changes whose requestor's name contains this text, or whose requestor has this user id. */
  readonly requestor?: string | undefined;
  readonly batch_id?: number | undefined;
  /** Only changes of models (`model_reference`), or change sets of these catalogues. */
  readonly resource_kinds?: readonly PendingChange['resource_kind'][] | undefined;
  /**
   * Only changes that are still open (pending or approved) and have one of these risk levels. Has no effect
   * together with `mine`.
   */
  readonly risks?: readonly RiskLevel[] | undefined;
  /** `risk`: the highest risk first. Absent: by ascending id. */
  readonly sort?: 'risk' | undefined;
}

/** The approved changes to apply: those with these ids, or all of a batch. */
export type Application = { readonly changeIds: readonly number[] } | { readonly batchId: number };

interface RepeatOptions extends CallOptions {
  /**
   * Identifies the write. A retry with the same key writes nothing and gets the response of the first call.
   * Default: a new key.
   */
  readonly idempotencyKey?: string | undefined;
}

interface VersionOptions extends CallOptions {
  /**
   * The version of the change that the caller has seen. The service refuses the call when there is a newer
   * version. Absent: the service does not check.
   */
  readonly version?: number;
}

interface ApplyOptions extends CallOptions {
  /**
   * Identifies the apply: a second call with the same id does not apply anything again. Default: a new id.
   */
  readonly jobId?: string;
  /** A new title for the batch. Default: the title that the batch got when it was approved. */
  readonly title?: string | undefined;
}

interface DecideOptions extends CallOptions {
  /**
   * The versions that the caller has seen, by change id. If one of the changes has a newer version, the
   * service refuses the whole call.
   */
  readonly versions?: Readonly<Record<string, number>>;
}

/**
 * Thrown when an apply failed at one of its changes. The changes before it have been applied; `result` lists
 * them.
 */
export class ApplyStopped extends ApiError {
  override readonly name = 'ApplyStopped';
  readonly result: ApplyAnswer;

  constructor(error: ApiError, result: ApplyAnswer) {
    super(error.status, result.failed_error ?? error.message, error);
    this.result = result;
  }
}

/** Maximum number of changes on a page of the queue. */
export const maxChanges = 500;
/** Maximum length of a name filter that the service accepts. */
const maxNameLength = 200;

/** Cuts the name filters to `maxNameLength` characters. */
function namesOf({ model_name, requestor }: Pick<ChangeFilter, 'model_name' | 'requestor'>) {
  return {
    model_name: model_name?.slice(0, maxNameLength),
    requestor: requestor?.slice(0, maxNameLength),
  };
}

const methodByOperation = { create: 'POST', update: 'PUT', delete: 'DELETE' } as const;

/** The header that makes a retried write return the first response. */
const idempotencyHeader = (idempotencyKey: string = randomName()) => ({ 'idempotency-key': idempotencyKey });

/** The review queue: proposals, conversations, decisions, batches. */
export class Queue {
  readonly #client: Sender;

  constructor(client: Sender) {
    this.#client = client;
  }

  /**
   * Reads a page of changes. With `mine`, returns only the caller's changes, ignores the filters for names
   * and risks, and sorts by id; requestors may read this list too.
   */
  page(
    filter: ChangeFilter & { readonly offset?: number; readonly limit?: number; readonly mine?: boolean },
    options?: CallOptions,
  ): Promise<ChangePage> {
    const { mine = false, model_name, requestor, risks, sort, ...rest } = filter;
    const names = { ...namesOf({ model_name, requestor }), risks, sort };
    return this.#get(mine ? '/my_changes' : '/changes', mine ? rest : { ...rest, ...names }, options);
  }

  /** Returns all changes that match, by ascending id unless `sort` says otherwise. */
  changes(
    filter: ChangeFilter & { readonly mine?: boolean } = {},
    options?: CallOptions,
  ): AsyncGenerator<PendingChange> {
    return paginate(0, async (offset: number) => {
      const { items, total } = await this.page({ ...filter, offset, limit: maxChanges }, options);
      return { items, next: nextOffset(offset, items.length, total) };
    });
  }

  /** Counts the changes by status, and the pending changes also by risk level. */
  counts(
    { model_name, requestor, ...rest }: Omit<ChangeFilter, 'statuses' | 'risks' | 'sort'> = {},
    options?: CallOptions,
  ): Promise<QueueCounts> {
    return this.#get('/counts', { ...rest, ...namesOf({ model_name, requestor }) }, options);
  }

  /**
   * Reads the registry's rules for approvals.
   * @param options.changeIds the ids of up to 100 changes: `not_approvable` in the result lists those that
   *   the caller may not approve
   */
  policies({
    changeIds,
    ...options
  }: CallOptions & { readonly changeIds?: readonly number[] } = {}): Promise<ReviewPolicies> {
    return this.#get('/policies', { change_ids: changeIds }, options);
  }

  change(id: number, options?: CallOptions): Promise<PendingChange> {
    return this.#get(`/changes/${id}`, {}, options);
  }

  /** Compares a change with the live record, field by field. */
  diff(id: number, options?: CallOptions): Promise<ChangeDiff> {
    return this.#get(`/changes/${id}/diff`, {}, options);
  }

  /** Compares up to 100 changes with their live records. */
  diffs(ids: readonly number[], options?: CallOptions): Promise<ChangeDiffs> {
    return this.#get('/diffs', { change_ids: ids }, options);
  }

  /**
   * Queues a proposal as a new change.
   * @param ifMatch the ETag of the record that the caller has edited; absent: no check
   * @throws ApiError `changed-meanwhile` when the live record has another ETag
   */
  propose(
    proposal: Proposal,
    { ifMatch, idempotencyKey, ...options }: RepeatOptions & { readonly ifMatch?: string | undefined } = {},
  ): Promise<PendingChange> {
    const headers = {
      ...idempotencyHeader(idempotencyKey),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    };
    return this.#write(proposal, '', { ...options, headers, repeatable: true });
  }

  /** Compares a proposal with the live record, and checks it as `propose` would. Queues nothing. */
  dryRun(proposal: Proposal, options?: CallOptions): Promise<DryRun> {
    return this.#write(proposal, '?dry_run=true', { ...options, repeatable: true });
  }

  #write<T>({ category, operation, name, record }: Proposal, query: string, options: Sent): Promise<T> {
    const collection = `/model_references/v2/${encodeURIComponent(category)}`;
    const path = operation === 'create' ? collection : `${collection}/model/${encodeURIComponent(name)}`;
    const body = record === null ? {} : { body: record };
    return this.#client.send(methodByOperation[operation], path + query, { ...options, ...body });
  }

  /**
   * Replaces the proposed record in one of the caller's open changes. The change keeps its id. Approvals of
   * earlier versions no longer count.
   */
  revise(
    id: number,
    record: RecordDraft,
    { version, idempotencyKey, ...options }: VersionOptions & RepeatOptions = {},
  ): Promise<PendingChange> {
    const headers = idempotencyHeader(idempotencyKey);
    const callOptions = {
      ...options,
      headers,
      repeatable: true,
      body: { record, expected_version: version },
    };
    return this.#send('PUT', `/changes/${id}`, callOptions);
  }

  /** Withdraws one of the caller's pending changes. */
  withdraw(id: number, options?: CallOptions): Promise<PendingChange> {
    return this.#post(`/changes/${id}/withdraw`, { ...options });
  }

  /** Proposes to re-create a deleted model with its last record. */
  bringBack(
    category: CategoryName,
    name: string,
    { idempotencyKey, ...options }: RepeatOptions = {},
  ): Promise<PendingChange> {
    const callOptions = { ...options, headers: idempotencyHeader(idempotencyKey), repeatable: true };
    return this.#post('/bring_back', { ...callOptions, body: { category, model_name: name } });
  }

  conversation(id: number, options?: CallOptions): Promise<Conversation> {
    return this.#get(`/changes/${id}/conversation`, {}, options);
  }

  /** Comments on a change: plain text, up to 4,000 characters. */
  comment(
    id: number,
    text: string,
    { idempotencyKey, ...options }: RepeatOptions = {},
  ): Promise<ConversationEntry> {
    const callOptions = { ...options, headers: idempotencyHeader(idempotencyKey), repeatable: true };
    return this.#post(`/changes/${id}/comments`, { ...callOptions, body: { text } });
  }

  /** Edits one of the caller's own comments, within 15 minutes. */
  editComment(
    id: number,
    commentId: number,
    text: string,
    options?: CallOptions,
  ): Promise<ConversationEntry> {
    return this.#send('PUT', `/changes/${id}/comments/${commentId}`, {
      ...options,
      body: { text },
    });
  }

  /** Deletes one of the caller's own comments, within 15 minutes. */
  deleteComment(id: number, commentId: number, options?: CallOptions): Promise<ConversationEntry> {
    return this.#send('DELETE', `/changes/${id}/comments/${commentId}`, { ...options });
  }

  /** Requests another version of a change from the requestor; `text` says what to change. An approved change
   * becomes pending again.
   */
  requestChanges(
    id: number,
    text: string,
    { version, ...options }: VersionOptions = {},
  ): Promise<PendingChange> {
    const body = { text, expected_version: version };
    return this.#post(`/changes/${id}/request_changes`, { ...options, body });
  }

  /**
   * Approves pending changes atomically: adds them to the open batch, or to a new one when no batch is open.
   */
  approve(
    ids: readonly number[],
    title: string,
    { versions, ...options }: DecideOptions = {},
  ): Promise<Decided> {
    const body = { batch_title: title, approved_ids: ids, expected_versions: versions };
    return this.#post('/batches', { ...options, body });
  }

  /** Rejects pending changes atomically. */
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

  /** Returns an approved change to pending. */
  unapprove(id: number, options?: CallOptions): Promise<PendingChange> {
    return this.#post(`/changes/${id}/unapprove`, { ...options });
  }

  /**
   * Applies approved changes in one transaction, whatever their number.
   * @throws ApplyStopped when one of them cannot be applied; the changes before it have been applied
   */
  async apply(
    what: Application,
    { jobId = randomName(), title, ...options }: ApplyOptions = {},
  ): Promise<ApplyAnswer> {
    try {
      return 'changeIds' in what
        ? await this.#post('/apply', {
            ...options,
            body: { change_ids: what.changeIds, job_id: jobId, batch_title: title },
            repeatable: true,
          })
        : await this.#post(
            pathWith('/apply_batch/{id}', { id: what.batchId }, { job_id: jobId, batch_title: title }),
            {
              ...options,
              repeatable: true,
            },
          );
    } catch (error) {
      if (error instanceof ApiError && isApplyAnswer(error.body)) throw new ApplyStopped(error, error.body);
      throw error;
    }
  }

  /** Reads a page of batches, the newest first. */
  batchPage(
    query: { cursor?: number | undefined; limit?: number },
    options?: CallOptions,
  ): Promise<BatchPage> {
    return this.#get('/audit/batches', query, options);
  }

  batches(options?: CallOptions): AsyncGenerator<BatchSummary> {
    return paginate<BatchSummary, number | undefined>(undefined, async (cursor) => {
      const page = await this.batchPage({ cursor, limit: 50 }, options);
      return { items: page.batches, next: page.next_cursor ?? null };
    });
  }

  batch(id: number, options?: CallOptions): Promise<BatchDetail> {
    return this.#get(`/audit/batches/${id}`, {}, options);
  }

  netChanges(id: number, options?: CallOptions): Promise<NetChanges> {
    return this.#get(`/audit/batches/${id}/net_changes`, {}, options);
  }

  /** Queues changes that undo a batch. */
  revert(id: number, { idempotencyKey, ...options }: RepeatOptions = {}): Promise<RevertAnswer> {
    const headers = idempotencyHeader(idempotencyKey);
    return this.#post(`/audit/batches/${id}/revert`, { ...options, headers, repeatable: true });
  }

  /** Lists the changes that `revert` would queue. */
  revertPreview(id: number, options?: CallOptions): Promise<RevertPreview> {
    return this.#post(`/audit/batches/${id}/revert?dry_run=true`, { ...options, repeatable: true });
  }

  #get<T>(path: string, query: object, options?: CallOptions): Promise<T> {
    return this.#send('GET', pathWith(path, undefined, query), { ...options });
  }

  #post<T>(path: string, options: Sent): Promise<T> {
    return this.#send('POST', path, options);
  }

  #send<T>(method: string, path: string, options: Sent): Promise<T> {
    return this.#client.send(method, `/model_references/v2/pending_queue${path}`, options);
  }
}

function isApplyAnswer(body: unknown): body is ApplyAnswer {
  return isObject(body) && Array.isArray(body.applied);
}
