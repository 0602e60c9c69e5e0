/** Whether a key was valid lately. */
export type KeyKind = 'known' | 'unknown';

/** Is told what becomes of keys, for numbers. */
export interface IdentityObserver {
  called(keys: KeyKind, outcome: 'valid' | 'invalid' | 'limited' | 'failed', seconds: number): void;
  /** A key was not asked about: no place, the service asked to be called less, or it fails too often. */
  refused(keys: KeyKind, reason: 'no_place' | 'limited' | 'failing'): void;
  /** A key that was valid lately was believed, for want of an answer. */
  believed(): void;
}

export interface IdentityHealth {
  /** Keys that wait to be asked about. */
  readonly waiting: Readonly<Record<KeyKind, number>>;
  /** Whether the service is not asked for a while, because it said so or because it fails. */
  readonly degraded: boolean;
}
