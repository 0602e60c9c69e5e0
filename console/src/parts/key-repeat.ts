import { isFadingIn } from './Dialog.tsx';

/** Returns whether the element accepts text input. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    !(target instanceof HTMLInputElement && /^(?:checkbox|radio|button)$/.test(target.type))
  );
}

/** Shortcuts that move through a list and repeat while the key is held. */
const repeatableKeys = new Set(['j', 'k']);

/** Returns whether the key clicks the focused button or submits the form. */
function isActivation({ key, target }: KeyboardEvent): boolean {
  return key === 'Enter' ? !(target instanceof HTMLTextAreaElement) : key === ' ' && !isTyping(target);
}

/**
 * Suppresses the events that a held key repeats, in two cases: Enter, Escape and shortcuts not in
 * `repeatableKeys` would run again; Space and text input would reach an element that was focused after the
 * key was pressed.
 *
 * Also suppresses Enter and Space in a dialog that is still fading in. Returns a function that removes the
 * listener.
 */
export function ignoreKeyRepeat(): () => void {
  let pressTarget: EventTarget | null = null;
  const isSuppressed = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (!event.repeat) {
      pressTarget = target;
      return isActivation(event) && target instanceof Element && isFadingIn(target);
    }
    if (isActivation(event)) return key === 'Enter' || target !== pressTarget;
    if (key === 'Escape') return true;
    const isText = key === 'Enter' || (key.length === 1 && !event.ctrlKey && !event.metaKey);
    return isText && (isTyping(target) ? target !== pressTarget : !repeatableKeys.has(key));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSuppressed(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', onKeyDown, { capture: true });
  return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
}
