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

declare module '../../store/tables.ts' {
  interface Tables {
    leases: Lease;
  }
}

/** The tables that copies of a whole database take over, with their keys. */
export const leasesKeys = [['leases', ['name']]] as const;
