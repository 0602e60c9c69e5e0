/** An account of the identity service. */
export interface User {
  /** The digits after the last `#` of the username. */
  readonly userId: string;
  /** The whole username, `name#id`. */
  readonly username: string;
}

/** The identity service, which names the owner of an API key. */
export interface Identity {
  /**
   * Returns the owner of an API key.
   *
   * @param from a name for the callers that share a turn, such as the client's address. When many look-ups
   * wait, these groups of callers take turns
   * @throws RegistryError `invalid_key` when nobody owns the key; OutageError `identity_unavailable` when the
   * service gave no answer; OutageError `overloaded` when too many look-ups wait
   */
  authenticate(key: string, from?: string): Promise<User>;
  /**
   * Returns the state of the identity service. `degraded` is true while the registry pauses some or all of its
   * calls to the service. The method is absent in an implementation that does not know the state.
   */
  health?(): { readonly degraded: boolean };
}
