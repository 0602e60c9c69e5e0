/** A process that serves from the database. Times are Unix seconds. */
export interface Instance {
  /** Random id of the process; a restart makes a new one. */
  id: string;
  host: string;
  /** Its number on the host. */
  process: number;
  version: string;
  role: 'PRIMARY' | 'REPLICA';
  started_at: number;
  /** When it last said that it is there. */
  seen_at: number;
  /** How far its copy is behind; null at a PRIMARY, and where that is not known. */
  lag_seconds: number | null;
}

declare module '../../store/tables.ts' {
  interface Tables {
    instances: Instance;
  }
}
