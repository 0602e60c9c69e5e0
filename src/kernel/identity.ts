/** An account of the identity service. */
export interface User {
  /** The digits after the last `#` of the username. */
  readonly userId: string;
  /** The whole username, `name#id`. */
  readonly username: string;
}

/** The identity service, which returns the owner of an API key. */
export interface Identity {
  /**
   * Returns the owner of an API key.
   *
   * @param from identifies the callers that share a place in the round-robin of waiting look-ups, such as the
   *   client's address
   * @throws RegistryError `invalid_key` when nobody owns the key; OutageError `identity_unavailable` when the
   *   service did not respond; OutageError `overloaded` when too many look-ups are waiting
   */
  authenticate(key: string, from?: string): Promise<User>;
  /**
   * Returns the state of the identity service. `degraded` is true while the registry pauses some or all of
   * its calls to the service. Absent in implementations without this information.
   */
  health?(): { readonly degraded: boolean };
}
