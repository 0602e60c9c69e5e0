/** A piece of work, and who does it until when. Times are those of the database's clock. */
export interface Lease {
  /** The work, `file-checks`. */
  name: string;
  /** The instance. */
  holder: string;
  /** Grows with every change of hands: a write under a smaller one comes from somebody who lost the lease. */
  token: number;
  /** Unix milliseconds. */
  expires_at_ms: number;
}

export interface LeaseReader {
  /** Null when nobody holds it. */
  current(name: string): Promise<Lease | null>;
}

export interface LeaseWriter extends LeaseReader {
  /**
   * Takes the lease for so many milliseconds from now, when nobody else holds it; whoever holds it already
   * keeps their token. Null: somebody else has it.
   */
  acquire(name: string, holder: string, forMs: number): Promise<Lease | null>;
  /** Makes it last so many milliseconds from now; null when it was lost meanwhile. */
  renew(lease: Lease, forMs: number): Promise<Lease | null>;
  /** Gives it up, if it is still held. */
  release(lease: Lease): Promise<void>;
}
