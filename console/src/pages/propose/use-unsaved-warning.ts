import { useBlocker } from '@tanstack/react-router';
import { useConfirm } from '../../parts/Confirm.tsx';

/**
 * Asks the user for confirmation before leaving the page while `isDirty` is true; `body` says what is lost.
 * Switching between views of the same page needs no confirmation.
 */
export function useUnsavedWarning(isDirty: boolean, body: string): void {
  const confirm = useConfirm();
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!isDirty || current.pathname === next.pathname) return false;
      return !(await confirm({
        title: 'Leave without proposing?',
        body,
        confirm: 'Leave',
        danger: true,
      }));
    },
    enableBeforeUnload: () => isDirty,
  });
}
