/**
 * A store of leases, such as the database. `acquire` and `renew` return null if the lease was not obtained.
 * Each call resolves only when its effect is durable.
 */
export interface LeaseKeeper<Lease> {
  acquire(durationMs: number): Promise<Lease | null>;
  renew(lease: Lease, durationMs: number): Promise<Lease | null>;
  release(lease: Lease): Promise<void>;
}

export interface HeldLeaseOptions<Lease> {
  readonly keeper: LeaseKeeper<Lease>;
  /**
   * Duration of the lease after it is acquired or renewed, in ms. If the instance that holds it is killed,
   * another instance can take over after this time.
   */
  readonly durationMs: number;
  /** Monotonic time in milliseconds. */
  readonly now: () => number;
}

/**
 * This instance's lease for work that only one instance may do at a time. Call `ensureHeld` before every step of
 * the work, and do the step only when `ensureHeld` returns true.
 */
export class HeldLease<Lease> {
  readonly #options: HeldLeaseOptions<Lease>;
  #lease: Lease | null = null;
  /**
   * The time until which this instance certainly holds the lease, on the clock `options.now`. It is computed
   * from the time before the call to the keeper, so it is never later than the expiry that the keeper
   * applies.
   */
  #until = 0;

  constructor(options: HeldLeaseOptions<Lease>) {
    this.#options = options;
  }

  /** The lease while this instance certainly holds it; otherwise null. */
  get lease(): Lease | null {
    return this.#options.now() < this.#until ? this.#lease : null;
  }

  /**
   * Returns whether this instance may do the work. Acquires the lease if it is free, and renews this
   * instance's lease after half of its duration. Returns false when another instance holds the lease, or may
   * hold it.
   */
  async ensureHeld(): Promise<boolean> {
    const { keeper, durationMs, now } = this.#options;
    const lease = this.lease;
    if (lease !== null && this.#until - now() > durationMs / 2) return true;
    const requestedAtMs = now();
    this.#lease = lease === null ? await keeper.acquire(durationMs) : await keeper.renew(lease, durationMs);
    this.#until = this.#lease === null ? 0 : requestedAtMs + durationMs;
    return this.lease !== null;
  }

  /** Releases the lease, so that another instance can take over at once. */
  async release(): Promise<void> {
    const lease = this.#lease;
    this.#lease = null;
    this.#until = 0;
    if (lease !== null) await this.#options.keeper.release(lease);
  }
}
