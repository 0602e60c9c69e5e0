import { externalValue } from './external-value.ts';

/**
 * Whether the service is reachable: `ok` if it responded to the last request. `since` is the time of the
 * first request without a response, in Unix milliseconds.
 */
export type Reachability = { readonly ok: true } | { readonly ok: false; readonly since: number };

const reachable: Reachability = { ok: true };

export const reachability = externalValue<Reachability>(reachable);

export function recordAnswer(): void {
  reachability.set(reachable);
}

export function recordSilence(now: number = Date.now()): void {
  if (reachability.get().ok) reachability.set({ ok: false, since: now });
}
