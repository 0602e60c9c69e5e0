/** An account of the identity service. */
export interface User {
  /** The digits after the last `#` of the username. */
  readonly userId: string;
  /** The whole username, `name#id`. */
  readonly username: string;
}

/** The identity service: tells the owner of an API key. */
export interface Identity {
  /**
   * @param from the name of those who share a turn when many keys wait to be looked up: a client's address
   * @throws RegistryError `invalid_key` when nobody owns the key; OutageError `identity_unavailable` when
   * that could not be found out; `overloaded` when too many others are being looked up
   */
  authenticate(key: string, from?: string): Promise<User>;
  /** How well it answers, where that is known; degraded: it is not asked at the moment. */
  health?(): { readonly degraded: boolean };
}
