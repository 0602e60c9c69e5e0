import type { deliveryStates } from '../../records/enums.ts';

/**
 * Delivery of an event to one webhook target. A finished delivery remains as a log entry. Times are Unix
 * seconds.
 */
export interface Delivery {
  event_id: number;
  /** The target's URL. */
  target: string;
  state: (typeof deliveryStates)[number];
  attempts: number;
  /**
   * A pending delivery is not sent before this time. An instance first postpones it, so that no other
   * instance sends the delivery too.
   */
  next_attempt_at: number;
  /** HTTP status of the last response; null when there was none. */
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

/** The tables of this module with their key columns. A copy of the whole database includes them. */
export const feedKeys = [['webhook_deliveries', ['event_id', 'target']]] as const;
