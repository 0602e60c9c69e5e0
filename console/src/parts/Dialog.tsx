import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useId, useState } from 'react';

const openDialog = '[role="dialog"][aria-modal="true"]';

export const isDialogOpen = () => document.querySelector(openDialog) !== null;

/**
 * Returns whether the element is in a dialog that is still fading in, which the user cannot have read yet.
 */
export const isFadingIn = (element: Element) =>
  (element.closest(openDialog)?.getAnimations().length ?? 0) > 0;

/**
 * A modal dialog that is mounted, with the focus in it, as soon as `opened` is true, and unmounted as soon as
 * it is false, so that keyboard input never reaches the page behind it. (A Mantine modal that stays mounted
 * opens and takes the focus some frames later.) The element marked `data-autofocus` gets the focus. Escape
 * closes only the topmost dialog.
 */
export function Dialog({ opened, ...props }: ModalProps) {
  return opened && <OpenDialog {...props} />;
}

function OpenDialog({ onClose, ...props }: Omit<ModalProps, 'opened'>) {
  const id = useId();
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const isFocusLost = document.activeElement === null || document.activeElement === document.body;
      if (isFocusLost && before instanceof HTMLElement) before.focus({ preventScroll: true });
    },
    [before],
  );
  const isTopmost = () => [...document.querySelectorAll(openDialog)].at(-1)?.closest(`[id="${id}"]`);
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
    root?.querySelector<HTMLElement>('[data-autofocus]') ?? root?.querySelector<HTMLElement>(openDialog);
  first?.focus({ preventScroll: true });
}
