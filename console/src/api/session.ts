import { externalValue } from './external-value.ts';

/**
 * The session of the page. `key` is the user's API key; null if nobody is signed in. `remembered` says
 * whether the browser's storage holds the key. `id` changes with every sign-out, and with every sign-in of
 * another account. Responses are cached under the `id`, so that cache keys do not contain the key.
 */
export interface Session extends KeyState {
  readonly id: string;
}

/** The part of the session that the tabs share. The state with the later `changedAt` wins. */
export interface KeyState {
  readonly key: string | null;
  readonly remembered: boolean;
  /** The time of the last sign-in or sign-out, in Unix milliseconds; 0 if there was none. */
  readonly changedAt: number;
}

/**
 * Why the sign-in dialog is open. `asked`: the user wants to sign in. `expired`: the key is no longer valid.
 * Null while the dialog is closed.
 */
export type SignInReason = 'asked' | 'expired' | null;

const storageKey = 'modelref-apikey';
/**
 * Storage key of the time of the last sign-out. A tab that the browser had unloaded before the sign-out reads
 * this time when it loads again.
 */
const signOutKey = 'modelref-signed-out-at';
const signedOut: KeyState = { key: null, remembered: false, changedAt: 0 };

function readStoredSession(): KeyState {
  try {
    const storedState = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as KeyState | null;
    if (storedState && storedState.changedAt > Number(localStorage.getItem(signOutKey))) return storedState;
    sessionStorage.removeItem(storageKey);
  } catch {
    // Storage is disabled, or holds another value.
  }
  return signedOut;
}

function store({ key, remembered, changedAt }: KeyState): void {
  try {
    if (key === null) localStorage.setItem(signOutKey, String(changedAt));
    if (key === null || !remembered) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify({ key, remembered, changedAt }));
  } catch {
    // Storage is disabled: the key lives as long as the page.
  }
}

let sessionCount = 0;

/** Returns a new session id. It differs from all earlier ids, even from those before a reload of the page. */
function newId(): string {
  sessionCount += 1;
  return `session ${Date.now()} ${sessionCount}`;
}

export const session = externalValue<Session>({ id: newId(), ...readStoredSession() });
export const signInReason = externalValue<SignInReason>(null);

/**
 * Sets the key of the session. With `isSameAccount`, the session continues, and the page keeps its state and
 * input.
 */
export function setKey({ key, remembered, changedAt }: KeyState, isSameAccount: boolean): void {
  const state = { key, remembered, changedAt };
  store(state);
  session.set({ id: isSameAccount ? session.get().id : newId(), ...state });
  if (key !== null) signInReason.set(null);
}

/** Called after a sign-in or sign-out in this tab, with the previous session. */
type OwnChange = (before: Session, isSameAccount: boolean) => void;
let notifyOwnChange: OwnChange = () => {};

/** Sets the listener for sign-ins and sign-outs in this tab. */
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
 * Signs the user in with a key that the service has just accepted. With `remember`, the browser stores the
 * key until the tab is closed. With `isSameAccount`, the session continues.
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
 * Returns a function for a query's `placeholderData`. The page then shows the response of the previous query
 * while the query loads. It does so only if the previous query also belongs to the session with this `id`, so
 * that it never shows data of another account.
 */
export function keepPreviousOf(id: string) {
  return <Data>(previous: Data | undefined, query?: { readonly queryKey: readonly unknown[] }) =>
    query?.queryKey.includes(id) ? previous : undefined;
}
