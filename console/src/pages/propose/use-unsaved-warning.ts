import { useBlocker } from '@tanstack/react-router';
import { useConfirm } from '../../parts/Confirm.tsx';

/**
 * Asks users for confirmation before they leave the page while `isDirty` is true, because their text is then
 * lost. Does not ask when they switch to another view of the same page.
 */
export function useUnsavedWarning(isDirty: boolean): void {
  const confirm = useConfirm();
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!isDirty || current.pathname === next.pathname) return false;
      return !(await confirm({
        title: 'Leave without proposing?',
        body: 'The text is not valid JSON yet: what you typed since it was is lost.',
        confirm: 'Leave',
        danger: true,
      }));
    },
    enableBeforeUnload: () => isDirty,
  });
}
