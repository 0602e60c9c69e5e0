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

/** Returns whether the key activates the focused element: clicks a button or submits a form. */
function isAct({ key, target }: KeyboardEvent): boolean {
  return key === 'Enter' ? !(target instanceof HTMLTextAreaElement) : key === ' ' && !isTyping(target);
}

/**
 * Suppresses the repeated events of a held key in two cases: the key would act again (Enter, Escape,
 * shortcuts not in `repeatableKeys`), or the event would reach an element that was focused after the key was
 * pressed (Space, text input). Also suppresses Enter and Space in a dialog that is still fading in. Returns a
 * function that removes the listener.
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
