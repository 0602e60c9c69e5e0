import { isFadingIn } from './Dialog.tsx';

/** Whether keyboard input goes into the element. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    !(target instanceof HTMLInputElement && /^(?:checkbox|radio|button)$/.test(target.type))
  );
}

/** Shortcuts that go through a list, for as long as they are held. */
const repeatableKeys = new Set(['j', 'k']);

/** Whether the key makes the focused element act: it clicks a button or sends a form. */
function isAct({ key, target }: KeyboardEvent): boolean {
  return key === 'Enter' ? !(target instanceof HTMLTextAreaElement) : key === ' ' && !isTyping(target);
}

/**
 * Makes a key act once for each time that somebody presses it, and only on what was there when they did: what a
 * held key opens, shows next or focuses does not get the repeats of the key. A dialog that still fades in gets
 * neither Enter nor Space. Returns a function that ends this.
 */
export function ignoreKeyRepeat(): () => void {
  let pressedAt: EventTarget | null = null;
  const isStray = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (!event.repeat) {
      pressedAt = target;
      return isAct(event) && target instanceof Element && isFadingIn(target);
    }
    if (isAct(event)) return key === 'Enter' || target !== pressedAt;
    if (key === 'Escape') return true;
    const isText = key === 'Enter' || (key.length === 1 && !event.ctrlKey && !event.metaKey);
    return isText && (isTyping(target) ? target !== pressedAt : !repeatableKeys.has(key));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isStray(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', onKeyDown, { capture: true });
  return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
}
