import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

/** Milliseconds without a key press after which typed text becomes a filter. */
export const typingPause = 200;

/**
 * Keeps text while it is typed, and sends it once typing pauses. The text follows `value` when `value` changes by
 * other means.
 */
export function useTyped(value: string, onSend: (text: string) => void) {
  const [typed, setTyped] = useState(value);
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    setSent(value);
    if (value !== sent) setTyped(value);
  }
  const send = (text: string) => {
    const trimmed = text.trim();
    setSent(trimmed);
    onSend(trimmed);
  };
  const sendLater = useDebouncedCallback(send, typingPause);
  return { typed, setTyped, send, sendLater };
}
