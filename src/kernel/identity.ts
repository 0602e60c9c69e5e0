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
   * @param from the name of the group of callers, such as a client's address; when many keys wait for a
   * look-up, groups take turns
   * @throws RegistryError `invalid_key` when nobody owns the key; OutageError `identity_unavailable` when the
   * service gave no answer; OutageError `overloaded` when too many look-ups wait
   */
  authenticate(key: string, from?: string): Promise<User>;
  /**
   * Gives the state of the identity service. An implementation that does not know the state lacks this
   * method. `degraded`: the registry does not call the service at the moment.
   */
  health?(): { readonly degraded: boolean };
}
