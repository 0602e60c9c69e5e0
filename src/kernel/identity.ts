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
   * Gives the owner of an API key.
   *
   * @param from names the callers that share a turn, for example by the client's address; when many keys wait
   * for a look-up, these groups take turns
   * @throws RegistryError `invalid_key` when nobody owns the key; OutageError `identity_unavailable` when the
   * service gave no answer; OutageError `overloaded` when too many look-ups wait
   */
  authenticate(key: string, from?: string): Promise<User>;
  /**
   * Gives the state of the identity service. `degraded` is true while the registry does not call the service.
   * Absent in an implementation that does not know the state.
   */
  health?(): { readonly degraded: boolean };
}
