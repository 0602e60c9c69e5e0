import { useRef } from 'react';

/**
 * Sends a write with an `Idempotency-Key`. Without an answer the write may be done: the same content is sent
 * again with the same key, so that the service does it once.
 */
export function useSendWithKey() {
  const kept = useRef<{ readonly content: string; readonly key: string }>(null);
  return async <Answer>(content: unknown, send: (key: string) => Promise<Answer>): Promise<Answer> => {
    const text = JSON.stringify(content);
    if (kept.current?.content !== text) kept.current = { content: text, key: newKey() };
    const answer = await send(kept.current.key);
    kept.current = null;
    return answer;
  };
}

/** Returns a random text. Does not use `crypto.randomUUID`, because browsers offer it on secure origins only. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `console-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
