import { Kbd, Table } from '@mantine/core';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Dialog, isDialogOpen } from './Dialog.tsx';
import { ignoreKeyRepeat, isTyping } from './key-repeat.ts';

interface Shortcut {
  /** The key (`a`, `?`, `Enter`), or two keys pressed one after another (`g b`). */
  readonly keys: string;
  readonly label: string;
  readonly run: (event: KeyboardEvent) => void;
}

interface Shortcuts {
  /**
   * Adds a shortcut, and returns a function that removes it. If several shortcuts have the same keys, the
   * most recently added one runs.
   */
  add(shortcut: Shortcut): () => void;
  openHelp(): void;
}

const ShortcutContext = createContext<Shortcuts | null>(null);

/** Longest time, in ms, between the two keys of a sequence. */
const sequencePauseMs = 1200;

/** Returns whether the key is Enter on a focused link or button, which the browser then activates. */
function isActivation({ key, target }: KeyboardEvent): boolean {
  return key === 'Enter' && target instanceof Element && target.closest('a, button, summary') !== null;
}

/**
 * Returns whether a dialog, menu or list handles the pressed key. The page's shortcuts must then ignore the
 * key.
 */
function isInOverlay(target: EventTarget | null): boolean {
  if (isDialogOpen()) return true;
  return (
    target instanceof Element && target.closest('[role="dialog"], [role="menu"], [role="listbox"]') !== null
  );
}

export function ShortcutProvider({ children }: { children: ReactNode }) {
  const list = useRef<Shortcut[]>([]);
  const [helpOpen, setHelpOpen] = useState(false);

  const shortcuts = useMemo<Shortcuts>(
    () => ({
      add(shortcut) {
        list.current = [...list.current, shortcut];
        return () => {
          list.current = list.current.filter((other) => other !== shortcut);
        };
      },
      openHelp: () => setHelpOpen(true),
    }),
    [],
  );

  useLayoutEffect(ignoreKeyRepeat, []);
  // Whether the pressed key belongs to a dialog, menu or list. Determined before all other listeners run: a
  // dialog that closes on Escape may be gone when the event reaches the shortcuts. Layout effects run before
  // the effects in which dialogs add their listeners.
  const wasKeyInOverlay = useRef(false);
  useLayoutEffect(() => {
    const recordTarget = ({ target }: KeyboardEvent) => {
      wasKeyInOverlay.current = isInOverlay(target);
    };
    window.addEventListener('keydown', recordTarget, { capture: true });
    return () => window.removeEventListener('keydown', recordTarget, { capture: true });
  }, []);

  useEffect(() => {
    let firstPress: { key: string; at: number } | null = null;
    const find = (keys: string) => list.current.findLast((shortcut) => shortcut.keys === keys);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || wasKeyInOverlay.current || isActivation(event)) return;
      const sequence =
        firstPress !== null && event.timeStamp - firstPress.at < sequencePauseMs
          ? `${firstPress.key} ${event.key}`
          : null;
      firstPress = null;
      const shortcut = (sequence === null ? undefined : find(sequence)) ?? find(event.key);
      if (shortcut) {
        event.preventDefault();
        shortcut.run(event);
      } else if (event.key === '?') {
        event.preventDefault();
        setHelpOpen(true);
      } else if (list.current.some(({ keys }) => keys.startsWith(`${event.key} `))) {
        firstPress = { key: event.key, at: event.timeStamp };
      }
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <ShortcutContext.Provider value={shortcuts}>
      {children}
      <Dialog opened={helpOpen} onClose={() => setHelpOpen(false)} title="Keyboard shortcuts">
        {helpOpen && <ShortcutList shortcuts={list.current} />}
      </Dialog>
    </ShortcutContext.Provider>
  );
}

function ShortcutList({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  const byKeys = new Map(shortcuts.map((shortcut) => [shortcut.keys, shortcut.label]));
  return (
    <Table aria-label="Keyboard shortcuts" verticalSpacing={6}>
      <Table.Tbody>
        {[...byKeys, ['?', 'Show this help'] as const].map(([keys, label]) => (
          <Table.Tr key={keys}>
            <Table.Td w={120}>
              {keys.split(' ').map((key) => (
                <Kbd key={key} mr={4}>
                  {key}
                </Kbd>
              ))}
            </Table.Td>
            <Table.Td>{label}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function useShortcuts(): Shortcuts {
  const shortcuts = useContext(ShortcutContext);
  if (shortcuts === null) throw new Error('This component must be used inside a ShortcutProvider.');
  return shortcuts;
}

export function useShortcutHelp(): () => void {
  return useShortcuts().openHelp;
}

/**
 * Calls `run` when the user presses the keys while the component is mounted and `enabled` is true. The help
 * lists the shortcut under `label`.
 */
export function useShortcut(
  keys: string,
  label: string,
  run: (event: KeyboardEvent) => void,
  enabled = true,
): void {
  const { add } = useShortcuts();
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (!enabled) return;
    return add({ keys, label, run: (event) => latest.current(event) });
  }, [add, keys, label, enabled]);
}
