import type { deliveryStates } from '../../records/enums.ts';

/**
 * Delivery of an event to one webhook target. A delivery that has ended is kept as a log entry. Times are
 * Unix seconds.
 */
export interface Delivery {
  event_id: number;
  /** The target's URL. */
  target: string;
  state: (typeof deliveryStates)[number];
  attempts: number;
  /**
   * The time before which a waiting delivery is not sent. An instance that sends a delivery first moves this
   * time, so that no other instance sends the delivery too.
   */
  next_attempt_at: number;
  /** HTTP status of the last answer; null when there was none. */
  last_status: number | null;
  last_error: string | null;
  created_at: number;
  updated_at: number;
}

export interface DeliveryFilter {
  state?: Delivery['state'] | undefined;
  target?: string | undefined;
  event_id?: number | undefined;
}

declare module '../../store/tables.ts' {
  interface Tables {
    webhook_deliveries: Delivery;
  }
}

/** The tables of this module with their key columns, for the copy of a whole database. */
export const feedKeys = [['webhook_deliveries', ['event_id', 'target']]] as const;
