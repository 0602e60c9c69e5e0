/** One event on its way to one webhook target; afterwards the log of it. Times are Unix seconds. */
export interface Delivery {
  event_id: number;
  /** The target's URL. */
  target: string;
  state: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  /**
   * While waiting: not before this. Moved ahead while an instance is sending, so that no other one sends too.
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

export interface DeliveryReader {
  /**
   * Waiting deliveries to a target whose time has come, the oldest event first. Nobody waits for longer than
   * until `latest`: what says so was written while a clock was fast, and is due as well.
   */
  due(target: string, times: { now: number; latest: number }, limit: number): Promise<Delivery[]>;
  /** Whether a delivery to the target was moved ahead by exactly so many seconds, to a time to come. */
  isClaimed(target: string, now: number, seconds: number): Promise<boolean>;
  /**
   * Newest event first, then by target.
   * @param after the last one that is known already
   */
  list(
    filter: DeliveryFilter,
    limit: number,
    after?: Pick<Delivery, 'event_id' | 'target'>,
  ): Promise<Delivery[]>;
  count(filter: DeliveryFilter): Promise<number>;
  /** How many wait for a target, and since when the first of them does (Unix seconds; null: none waits). */
  waiting(target: string): Promise<{ count: number; since: number | null }>;
}

export interface DeliveryWriter extends DeliveryReader {
  add(deliveries: readonly Delivery[]): Promise<void>;
  /** Replaces the delivery of the same event and target. */
  update(delivery: Delivery): Promise<void>;
  /** Removes delivered ones that were last touched before this time. */
  forget(before: number): Promise<void>;
}
