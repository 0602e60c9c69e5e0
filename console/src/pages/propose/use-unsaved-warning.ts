import { useBlocker } from '@tanstack/react-router';
import { useConfirm } from '../../parts/Confirm.tsx';

/**
 * Asks users for confirmation before they leave the page while `isDirty` is true; `body` says what is lost
 * then. Does not ask when they switch to another view of the same page.
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
