import { externalValue } from './external-value.ts';

/**
 * The session of the page. `key` is the user's API key; null when nobody is signed in. `remembered` tells
 * whether the browser's storage holds the key. `id` changes with every sign-out, and with every sign-in of
 * another account. Answers are cached under the `id`, so that the key is not part of the cache's keys.
 */
export interface Session extends KeyState {
  readonly id: string;
}

/** The key of the session, as shared between tabs. The state with the later `changedAt` wins. */
export interface KeyState {
  readonly key: string | null;
  readonly remembered: boolean;
  /** The time of the sign-in or sign-out, in Unix milliseconds; 0 when there was neither. */
  readonly changedAt: number;
}

/**
 * Why the sign-in dialog is open. `asked`: the user wants to sign in. `expired`: the service no longer knows
 * the user's key. Null while the dialog is closed.
 */
export type SignInReason = 'asked' | 'expired' | null;

const storageKey = 'modelref-apikey';
/** Holds the time of the last sign-out, for tabs that the browser had unloaded by then. */
const signOutKey = 'modelref-signed-out-at';
const signedOut: KeyState = { key: null, remembered: false, changedAt: 0 };

function readStoredSession(): KeyState {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as KeyState | null;
    if (kept && kept.changedAt > Number(localStorage.getItem(signOutKey))) return kept;
    sessionStorage.removeItem(storageKey);
  } catch {
    // Storage is switched off, or holds something else.
  }
  return signedOut;
}

function store({ key, remembered, changedAt }: KeyState): void {
  try {
    if (key === null) localStorage.setItem(signOutKey, String(changedAt));
    if (key === null || !remembered) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify({ key, remembered, changedAt }));
  } catch {
    // Storage is switched off: the key lives as long as the page.
  }
}

let sessions = 0;

/** Returns an id that no session had before, also not before the page was loaded again. */
function newId(): string {
  sessions += 1;
  return `session ${Date.now()} ${sessions}`;
}

export const session = externalValue<Session>({ id: newId(), ...readStoredSession() });
export const signInReason = externalValue<SignInReason>(null);

/**
 * Takes over which key is given. With `isSameAccount`, the session goes on, and with it the page and what was
 * typed there.
 */
export function setKey({ key, remembered, changedAt }: KeyState, isSameAccount: boolean): void {
  const state = { key, remembered, changedAt };
  store(state);
  session.set({ id: isSameAccount ? session.get().id : newId(), ...state });
  if (key !== null) signInReason.set(null);
}

/** Called after a sign-in or sign-out in this tab, with the session before it. */
type OwnChange = (before: Session, isSameAccount: boolean) => void;
let notifyOwnChange: OwnChange = () => {};

/** Sets what is called after each sign-in and sign-out in this tab. */
export function onOwnChange(listener: OwnChange): void {
  notifyOwnChange = listener;
}

function change(key: string | null, remembered: boolean, isSameAccount: boolean): void {
  const before = session.get();
  const changedAt = Math.max(Date.now(), before.changedAt + 1);
  setKey({ key, remembered, changedAt }, isSameAccount);
  notifyOwnChange(before, isSameAccount);
}

/**
 * Signs the user in with a key that the service has just accepted. With `remember`, the browser keeps the key
 * until its tab is closed. With `isSameAccount`, the session goes on.
 */
export function signIn(key: string, remember: boolean, isSameAccount = false): void {
  change(key, remember, isSameAccount);
}

export function signOut(): void {
  change(null, false, false);
}

export function askForKey(reason: Exclude<SignInReason, null> = 'asked'): void {
  signInReason.set(reason);
}

/**
 * Returns a value for a query's `placeholderData`: while the query loads, it shows the answer to the query before
 * it, but only if that was asked in the session with this `id`. Nobody is shown what another account could read.
 */
export function previousOf(id: string) {
  return <Data>(previous: Data | undefined, query?: { readonly queryKey: readonly unknown[] }) =>
    query?.queryKey.includes(id) ? previous : undefined;
}
