import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useId, useState } from 'react';

const openDialog = '[role="dialog"][aria-modal="true"]';

export const isDialogOpen = () => document.querySelector(openDialog) !== null;

/** Whether the element is in a dialog that still fades in: nobody has read that dialog yet. */
export const isFadingIn = (element: Element) =>
  (element.closest(openDialog)?.getAnimations().length ?? 0) > 0;

/**
 * A modal dialog. It is on the page, with the focus in it, as soon as `opened` is true, and gone as soon as it
 * is false: what somebody types next goes into the dialog, and never to the page behind. (A Mantine modal that
 * stays mounted comes some frames later, and gets its focus after that.) The focus goes to the element that is
 * marked `data-autofocus`. Escape closes the topmost dialog only.
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

/** Moves the focus to a dialog when it appears. */
function focusFirst(root: HTMLElement | null) {
  const first =
    root?.querySelector<HTMLElement>('[data-autofocus]') ?? root?.querySelector<HTMLElement>(openDialog);
  first?.focus({ preventScroll: true });
}
