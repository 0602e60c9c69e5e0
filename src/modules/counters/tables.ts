/**
 * `change` and `batch` number what they are named after, from 1, never reused. `groups` counts writes of
 * aliases, families and schemas.
 */
export type CounterName = 'change' | 'batch' | 'groups';
