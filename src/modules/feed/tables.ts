/** An event on its way to one webhook target; afterwards the log of that. Times are Unix seconds. */
export interface Delivery {
  event_id: number;
  /** The target's URL. */
  target: string;
  state: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  /**
   * The time before which a waiting delivery is not sent. An instance that sends postpones it first, so that
   * no other one sends too.
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

/** The tables that copies of a whole database take over, with their keys. */
export const feedKeys = [['webhook_deliveries', ['event_id', 'target']]] as const;
