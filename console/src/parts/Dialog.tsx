import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useId, useState } from 'react';

const openDialogSelector = '[role="dialog"][aria-modal="true"]';

export const isDialogOpen = () => document.querySelector(openDialogSelector) !== null;

/**
 * Returns whether the element is in a dialog that is still fading in. The user cannot have read such a dialog
 * yet.
 */
export const isFadingIn = (element: Element) =>
  (element.closest(openDialogSelector)?.getAnimations().length ?? 0) > 0;

/**
 * A modal dialog. It is mounted and has the focus as soon as `opened` is true, and is unmounted as soon as
 * `opened` is false. Keyboard input therefore never reaches the page behind it. (A Mantine modal that stays
 * mounted opens and takes the focus some frames later.)
 *
 * The element marked `data-autofocus` gets the focus. Escape closes only the topmost dialog.
 */
export function Dialog({ opened, ...props }: ModalProps) {
  return opened && <OpenDialog {...props} />;
}

function OpenDialog({ onClose, ...props }: Omit<ModalProps, 'opened'>) {
  const id = useId();
  const [previousFocus] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const isFocusLost = document.activeElement === null || document.activeElement === document.body;
      if (isFocusLost && previousFocus instanceof HTMLElement) previousFocus.focus({ preventScroll: true });
    },
    [previousFocus],
  );
  const isTopmost = () => [...document.querySelectorAll(openDialogSelector)].at(-1)?.closest(`[id="${id}"]`);
  return (
    <Modal
      {...props}
      id={id}
      opened
      ref={focusFirst}
      returnFocus={false}
      onClose={() => isTopmost() && onClose()}
    />
  );
}

/** Moves the focus into a dialog when it appears. */
function focusFirst(root: HTMLElement | null) {
  const first =
    root?.querySelector<HTMLElement>('[data-autofocus]') ??
    root?.querySelector<HTMLElement>(openDialogSelector);
  first?.focus({ preventScroll: true });
}
