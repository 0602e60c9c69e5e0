import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

/** Time without a key press, in ms, after which `useDebouncedText` sends the typed text. */
export const typingPauseMs = 200;

/**
 * Holds the text of an input while the user types. Returns functions that pass the text to `onSend`, either
 * immediately or after a pause in typing. A change of `value` replaces the text.
 */
export function useDebouncedText(value: string, onSend: (text: string) => void) {
  const [typed, setTyped] = useState(value);
  const [sentText, setSentText] = useState(value);
  const [previousValue, setPreviousValue] = useState(value);
  if (value !== previousValue) {
    setPreviousValue(value);
    setSentText(value);
    if (value !== sentText) setTyped(value);
  }
  const send = (text: string) => {
    const trimmed = text.trim();
    setSentText(trimmed);
    onSend(trimmed);
  };
  const sendLater = useDebouncedCallback(send, typingPauseMs);
  return { typed, setTyped, send, sendLater };
}
