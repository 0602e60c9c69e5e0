import { externalValue } from './external-value.ts';

/**
 * The reachability of the service. `ok`: whether the service answered the last request. `since`: Unix
 * milliseconds of the first request without an answer.
 */
export type Reachability = { readonly ok: true } | { readonly ok: false; readonly since: number };

const reached: Reachability = { ok: true };

export const reachability = externalValue<Reachability>(reached);

export function noteAnswer(): void {
  reachability.set(reached);
}

export function noteSilence(now: number = Date.now()): void {
  if (reachability.get().ok) reachability.set({ ok: false, since: now });
}
