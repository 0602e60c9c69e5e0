import { useBlocker } from '@tanstack/react-router';
import { useConfirm } from '../../parts/Confirm.tsx';

/**
 * Asks the user before they leave text that cannot be kept. Another view of the same page does not count as
 * leaving.
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
