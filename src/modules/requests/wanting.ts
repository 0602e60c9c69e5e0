import { isWant, type RequestStep } from './request.ts';

/** An account that wants the model of a request. */
export type Wanting = Pick<RequestStep, 'user_id' | 'username' | 'at'>;

/** Follows, step by step, which accounts want the model of each request. */
export class WantedBy {
  readonly #accounts = new Map<number, Map<string, Wanting>>();

  /**
   * Takes the next step of a request.
   *
   * @param from of `join`, the request whose accounts join
   * @returns the accounts that want the model only since this step; null when the step is not possible, because the
   * account wants the model already, or does not want it
   */
  take(
    request: number,
    { action, user_id, username, at }: Wanting & Pick<RequestStep, 'action'>,
    from: number | null,
  ): readonly Wanting[] | null {
    const accounts = this.#accounts.get(request) ?? new Map<string, Wanting>();
    this.#accounts.set(request, accounts);
    if (action === 'unsecond') return accounts.delete(user_id) ? [] : null;
    const given = isWant(action)
      ? [{ user_id, username, at }]
      : action === 'join'
        ? [...(this.#accounts.get(from ?? 0)?.values() ?? [])]
        : [];
    const added = given.filter((each) => !accounts.has(each.user_id));
    for (const each of added) accounts.set(each.user_id, each);
    return action !== 'join' && added.length < given.length ? null : added;
  }
}
