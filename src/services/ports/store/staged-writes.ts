import type { EventText } from '../../../registry/audit/chain.ts';
import type { AuditEvent } from '../../../registry/audit/event.ts';
import type { ModelRow } from './models.ts';
import type { StoreWriter } from './transaction.ts';

/** A write of one model, all but the place of its event in the chain. The event says of which model. */
export interface StagedWrite {
  readonly event: EventText;
  /** Of a model that is new. */
  readonly position: number | null;
  /** Null when the model goes. */
  readonly texts: Pick<ModelRow, 'v2' | 'legacy' | 'v2_hash' | 'legacy_hash'> | null;
}

/** What the place of an event in the chain says. */
export type EventLink = Pick<AuditEvent, 'event_id' | 'previous_hash' | 'hash'>;

export interface StagedWriter extends StoreWriter {
  /** Stages these rows in the place of those that were staged before the transaction. */
  stageAnew(rows: readonly StagedWrite[]): Promise<void>;
  /**
   * Makes the staged models live, counts them in versions and metadata, and appends their events, in the order
   * in which they were staged.
   *
   * @param links the places of the events, which follow the end of the chain; null: nothing is recorded
   * @param onProgress is told the share that is done, from 0 to 1
   */
  takeStaged(links: readonly EventLink[] | null, onProgress: (share: number) => void): Promise<void>;
}
