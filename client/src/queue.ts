import { ApiError, isObject } from './errors.ts';
import { randomName } from './hashes.ts';
import { eachOf, nextOffset } from './pages.ts';
import { pathWith } from './paths.ts';
import { QueueBatches } from './queue-batches.ts';
import type { CallOptions } from './typed-paths.ts';
import type {
  ApplyAnswer,
  CategoryName,
  ChangeDiff,
  ChangeDiffs,
  ChangePage,
  ChangeStatus,
  Decided,
  PendingChange,
  RiskLevel,
} from './types.ts';

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

/**
 * The review queue: propose, look, decide, apply, take back. One object for whoever calls; its parts are classes
 * that it extends.
 */
export class Queue extends QueueBatches {
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
    return this.get(mine ? '/my_changes' : '/changes', mine ? rest : { ...rest, ...names }, options);
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
    return this.get(`/changes/${id}`, {}, options);
  }

  /** A change held against the live record, field by field. */
  diff(id: number, options?: CallOptions): Promise<ChangeDiff> {
    return this.get(`/changes/${id}/diff`, {}, options);
  }

  /** Several at once, up to 100. */
  diffs(ids: readonly number[], options?: CallOptions): Promise<ChangeDiffs> {
    return this.get('/diffs', { change_ids: ids }, options);
  }

  /** Approves pending changes into the open batch, or a new one. All or nothing. */
  approve(
    ids: readonly number[],
    title: string,
    { versions, ...options }: DecideOptions = {},
  ): Promise<Decided> {
    const body = { batch_title: title, approved_ids: ids, expected_versions: versions };
    return this.post('/batches', { ...options, body });
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
    return this.post('/batches', { ...options, body });
  }

  /** Makes an approved change pending again. */
  unapprove(id: number, options?: CallOptions): Promise<PendingChange> {
    return this.post(`/changes/${id}/unapprove`, { ...options });
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
        ? await this.post('/apply', {
            ...options,
            body: { change_ids: what.changeIds, job_id: jobId },
            repeatable: true,
          })
        : await this.post(pathWith('/apply_batch/{id}', { id: what.batchId }, { job_id: jobId }), {
            ...options,
            repeatable: true,
          });
    } catch (error) {
      if (error instanceof ApiError && isApplyAnswer(error.body)) throw new ApplyStopped(error, error.body);
      throw error;
    }
  }
}

function isApplyAnswer(body: unknown): body is ApplyAnswer {
  return isObject(body) && Array.isArray(body.applied);
}
