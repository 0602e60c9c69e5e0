/**
 * `change` and `batch` number what they are named after, from 1, never reused. `groups` counts writes of
 * aliases, families and schemas.
 */
export type CounterName = 'change' | 'batch' | 'groups';

declare module '../../store/tables.ts' {
  interface Tables {
    counters: { name: CounterName; value: number };
  }
}
