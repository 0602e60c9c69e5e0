import { apiBase } from './place.ts';
import { type KeyState, onOwnChange, type Session, session, setKey } from './session.ts';

/** A message between tabs. */
type Message =
  /** Sent by a tab that has just loaded. */
  | { readonly kind: 'ask' }
  /**
   * The sender's state, sent in reply to `ask` and after a change. `continues` is the sender's previous key if
   * the new key belongs to the same account; otherwise it is null.
   */
  | { readonly kind: 'state'; readonly state: KeyState; readonly continues: string | null };

/**
 * Shares the key with the other tabs of this console: a new tab is signed in if another open tab is, and all
 * tabs sign in and out together. The key is sent from memory to memory over a channel that only pages of the
 * same origin can open. A page inside a frame does not take part.
 *
 * @param onAdopted called with the previous and the new session, after this tab has adopted the state of
 *   another tab
 */
export function shareSession(onAdopted: (before: Session, now: Session) => void): void {
  if (window.top !== window.self || typeof BroadcastChannel === 'undefined') return;
  // Consoles of several registries may share an origin; the API's URL tells them apart.
  const channel = new BroadcastChannel(`modelref-session ${apiBase}`);
  const send = (message: Message) => channel.postMessage(message);
  const sendState = (continues: string | null) => {
    const { key, remembered, changedAt } = session.get();
    send({ kind: 'state', state: { key, remembered, changedAt }, continues });
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    const before = session.get();
    if (data.kind === 'ask') {
      if (before.changedAt > 0) sendState(null);
      return;
    }
    // A tab with an earlier version of the console may send other messages.
    if (data.kind !== 'state' || !(data.state.changedAt > before.changedAt)) return;
    const { state, continues } = data;
    const isSameAccount = state.key === before.key || (before.key !== null && continues === before.key);
    setKey(state, isSameAccount);
    onAdopted(before, session.get());
  };
  onOwnChange((before, isSameAccount) => sendState(isSameAccount ? before.key : null));
  send({ kind: 'ask' });
}
