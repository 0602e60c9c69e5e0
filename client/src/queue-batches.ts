import { eachOf } from './pages.ts';
import { QueueConversations } from './queue-conversations.ts';
import type { CallOptions } from './typed-paths.ts';
import type {
  BatchDetail,
  BatchPage,
  BatchSummary,
  NetChanges,
  RevertAnswer,
  RevertPreview,
} from './types.ts';

/** What was decided and applied together, and what undoes it. */
export class QueueBatches extends QueueConversations {
  /** Batches, newest first. */
  batchPage(
    query: { cursor?: number | undefined; limit?: number },
    options?: CallOptions,
  ): Promise<BatchPage> {
    return this.get('/audit/batches', query, options);
  }

  batches(options?: CallOptions): AsyncGenerator<BatchSummary> {
    return eachOf<BatchSummary, number | undefined>(undefined, async (cursor) => {
      const page = await this.batchPage({ cursor, limit: 50 }, options);
      return { items: page.batches, next: page.next_cursor ?? null };
    });
  }

  batch(id: number, options?: CallOptions): Promise<BatchDetail> {
    return this.get(`/audit/batches/${id}`, {}, options);
  }

  /** What a batch changed in the end, model by model. */
  netChanges(id: number, options?: CallOptions): Promise<NetChanges> {
    return this.get(`/audit/batches/${id}/net_changes`, {}, options);
  }

  /** Queues what undoes a batch. */
  revert(id: number, options?: CallOptions): Promise<RevertAnswer> {
    return this.post(`/audit/batches/${id}/revert`, { ...options });
  }

  /** What `revert` would queue. */
  revertPreview(id: number, options?: CallOptions): Promise<RevertPreview> {
    return this.post(`/audit/batches/${id}/revert?dry_run=true`, { ...options, repeatable: true });
  }
}
