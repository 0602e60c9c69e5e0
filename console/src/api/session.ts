import { externalValue } from './external-value.ts';

/**
 * A signed-in session. `id` stands for the key in query keys, so that the key itself is only in the session
 * and in request headers.
 */
export interface Session {
  readonly id: number;
  readonly key: string | null;
  readonly remembered: boolean;
}

/** Why the sign-in dialog is open; null while it is closed. */
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

export const session = externalValue<Session>({ id: 0, key: initial, remembered: initial !== null });
export const signInReason = externalValue<SignInReason>(null);

/** Takes a key that the service has just accepted. */
export function signIn(key: string, remember: boolean): void {
  store(remember ? key : null);
  session.set({ id: session.get().id + 1, key, remembered: remember });
  signInReason.set(null);
}

export function signOut(): void {
  store(null);
  session.set({ id: session.get().id + 1, key: null, remembered: false });
}

export function askForKey(reason: Exclude<SignInReason, null> = 'asked'): void {
  signInReason.set(reason);
}
