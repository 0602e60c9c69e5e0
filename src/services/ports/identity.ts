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
   * @throws RegistryError `invalid_key` when nobody owns the key; `identity_unavailable` when that could not be
   * found out
   */
  authenticate(key: string): Promise<User>;
}
