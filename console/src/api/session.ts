import { externalValue } from './external-value.ts';

/**
 * The session of the page. `key` is the user's API key; null when nobody is signed in. `remembered` tells
 * whether the browser's storage holds the key. `id` changes with every sign-out, and with every sign-in of
 * another account. Answers are cached under the `id`, so that the key is not part of the cache's keys.
 */
export interface Session {
  readonly id: string;
  readonly key: string | null;
  readonly remembered: boolean;
}

/**
 * Why the sign-in dialog is open. `asked`: the user wants to sign in. `expired`: the service no longer knows
 * the user's key. Null while the dialog is closed.
 */
export type SignInReason = 'asked' | 'expired' | null;

const storageKey = 'modelref-apikey';

function storedKey(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function store(key: string | null): void {
  try {
    if (key === null) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, key);
  } catch {
    // Storage is switched off: the key lives as long as the page.
  }
}

const initial = storedKey();

let sessions = 0;

function newId(): string {
  sessions += 1;
  return `session ${sessions}`;
}

export const session = externalValue<Session>({ id: newId(), key: initial, remembered: initial !== null });
export const signInReason = externalValue<SignInReason>(null);

/**
 * Signs the user in with a key that the service has just accepted. With `remember`, the browser keeps the key
 * until its tab is closed. With `isSameAccount`, the session goes on, and with it the page and what was typed
 * there.
 */
export function signIn(key: string, remember: boolean, isSameAccount = false): void {
  store(remember ? key : null);
  session.set({ id: isSameAccount ? session.get().id : newId(), key, remembered: remember });
  signInReason.set(null);
}

export function signOut(): void {
  store(null);
  session.set({ id: newId(), key: null, remembered: false });
}

export function askForKey(reason: Exclude<SignInReason, null> = 'asked'): void {
  signInReason.set(reason);
}

/**
 * Gives a value for a query's `placeholderData`: while the query loads, it shows the answer to the query before
 * it, but only if that was asked in the session with this `id`. Nobody is shown what another account could read.
 */
export function previousOf(id: string) {
  return <Data>(previous: Data | undefined, query?: { readonly queryKey: readonly unknown[] }) =>
    query?.queryKey.includes(id) ? previous : undefined;
}
