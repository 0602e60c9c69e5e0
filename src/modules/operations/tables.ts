/** A process that serves from the database. Times are Unix seconds. */
export interface Instance {
  /** Random id of the process; a restart makes a new one. */
  id: string;
  host: string;
  /** The process id (pid) on the host. */
  process: number;
  version: string;
  role: 'PRIMARY' | 'REPLICA';
  started_at: number;
  /** The time of the process's last heartbeat. */
  seen_at: number;
  /** The seconds by which a REPLICA's copy is behind; null at a PRIMARY, and when the lag is not known. */
  lag_seconds: number | null;
}

declare module '../../store/tables.ts' {
  interface Tables {
    instances: Instance;
  }
}
