/** An account of the identity service. */
export interface User {
  /** The digits after the last `#` of the username. */
  readonly userId: string;
  /** The whole username, `name#id`. */
  readonly username: string;
}

/** Who owns an API key. */
export interface Identity {
  /**
   * @param from whoever shares a turn with others when many keys wait to be looked up: a client's address
   * @throws RegistryError `invalid_key` when nobody owns the key; OutageError `identity_unavailable` when that could not be
   * found out; `overloaded` when too many others are being looked up
   */
  authenticate(key: string, from?: string): Promise<User>;
}

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
