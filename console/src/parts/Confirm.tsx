import { Button, Group, Stack } from '@mantine/core';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { Dialog } from './Dialog.tsx';

interface Question {
  readonly title: string;
  readonly body: ReactNode;
  /** The label of the confirm button: the action, not "OK". */
  readonly confirm: string;
  /** Whether the action cannot be undone. The confirm button is then red. */
  readonly danger?: boolean;
}

type Ask = (question: Question) => Promise<boolean>;

const ConfirmContext = createContext<Ask | null>(null);

interface PendingQuestion {
  readonly question: Question;
  readonly answer: (yes: boolean) => void;
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [pending, setPending] = useState<PendingQuestion | null>(null);
  const ask = useCallback<Ask>(
    (question) => new Promise((resolve) => setPending({ question, answer: resolve })),
    [],
  );
  const close = (isConfirmed: boolean) => {
    pending?.answer(isConfirmed);
    setPending(null);
  };
  return (
    <ConfirmContext.Provider value={ask}>
      {children}
      <Dialog
        opened={pending !== null}
        onClose={() => close(false)}
        title={pending?.question.title}
        size="lg"
      >
        {pending && (
          <Stack>
            <div>{pending.question.body}</div>
            <Group justify="flex-end">
              {/* The button without an effect has the focus. */}
              <Button variant="default" data-autofocus onClick={() => close(false)}>
                Cancel
              </Button>
              <Button color={pending.question.danger ? 'red' : undefined} onClick={() => close(true)}>
                {pending.question.confirm}
              </Button>
            </Group>
          </Stack>
        )}
      </Dialog>
    </ConfirmContext.Provider>
  );
}

/** Returns a function that asks the user to confirm an action. Resolves to whether the user confirmed. */
export function useConfirm(): Ask {
  const ask = useContext(ConfirmContext);
  if (ask === null) throw new Error('There is no ConfirmProvider above this component.');
  return ask;
}
