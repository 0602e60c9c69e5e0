import { useRef } from 'react';

/**
 * Returns a function that sends a write with an `Idempotency-Key`. A further call with the same content after
 * a failure reuses the key, so that the service performs the write only once.
 */
export function useSendWithKey() {
  const unfinishedSend = useRef<{ readonly content: string; readonly key: string }>(null);
  return async <Answer>(content: unknown, send: (key: string) => Promise<Answer>): Promise<Answer> => {
    const contentText = JSON.stringify(content);
    if (unfinishedSend.current?.content !== contentText)
      unfinishedSend.current = { content: contentText, key: newKey() };
    const answer = await send(unfinishedSend.current.key);
    unfinishedSend.current = null;
    return answer;
  };
}

/** Returns a random key. Does not use `crypto.randomUUID`, which browsers offer on secure origins only. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `console-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
