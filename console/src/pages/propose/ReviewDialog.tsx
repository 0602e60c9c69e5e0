import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useOpenChangesOf } from '../../api/changes.ts';
import type { DryRun, Proposal, usePropose } from '../../api/proposals.ts';
import { Dialog } from '../../parts/Dialog.tsx';
import { plural } from '../../parts/format.ts';
import { Icon } from '../../parts/Icon.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { WriteFailure } from '../../parts/WriteFailure.tsx';
import { ProposedChange } from './ProposedChange.tsx';

export const operationNames = { create: 'new model', update: 'edit', delete: 'deletion' } as const;

interface Props {
  /** The proposal and the result of its dry run; null while the dialog is closed. */
  readonly checked: { readonly proposal: Proposal; readonly result: DryRun } | null;
  readonly propose: ReturnType<typeof usePropose>;
  readonly onSend: (proposal: Proposal) => void;
  readonly onClose: () => void;
  /** Further information about the proposal, shown above the differences. */
  readonly children?: React.ReactNode;
}

/** Dialog that shows the effect of a proposal before it is queued. */
export function ReviewDialog({ checked, propose, onSend, onClose, children }: Props) {
  return (
    <Dialog
      opened={checked !== null}
      onClose={propose.isPending ? () => undefined : onClose}
      size="xl"
      title={checked && `Propose this ${operationNames[checked.proposal.operation]}?`}
    >
      {checked && (
        <Stack>
          <Text size="sm">
            <b>
              <ShownText
                text={checked.result.diff.proposed_state?.name?.toString() ?? checked.proposal.name}
              />
            </b>{' '}
            in {checked.proposal.category}. Nothing is live until an approver has approved and applied it.
          </Text>
          <OtherOpenChangesNote proposal={checked.proposal} />
          {children}
          {checked.result.diff.net_operation === 'unchanged' ? (
            <Alert color="gray" icon={<Icon name="info" />}>
              The live record already has these values: there is nothing to propose.
            </Alert>
          ) : (
            <ProposedChange category={checked.proposal.category} result={checked.result} />
          )}
          {propose.error && <WriteFailure error={propose.error} done="queued" />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={propose.isPending}>
              Back
            </Button>
            <Button
              data-autofocus
              color={checked.proposal.operation === 'delete' ? 'red' : undefined}
              loading={propose.isPending}
              disabled={checked.result.diff.net_operation === 'unchanged'}
              onClick={() => onSend(checked.proposal)}
            >
              Propose this {operationNames[checked.proposal.operation]}
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}

/** Warns of pending and approved changes of the same model, which this proposal may duplicate or overwrite. */
function OtherOpenChangesNote({ proposal: { category, name } }: { proposal: Proposal }) {
  const { data, visibility } = useOpenChangesOf(category, name);
  if (!data || data.length === 0) return null;
  return (
    <Alert color="yellow" icon={<Icon name="info" />}>
      {plural(data.length, visibility === 'own' ? 'change of yours' : 'change', 'changes')} of this model{' '}
      {data.length === 1 ? 'waits' : 'wait'} in the queue already (
      {data.map(({ change_id, operation }) => `#${change_id} ${operation}`).join(', ')}). Each of them
      replaces the whole record: the last one applied takes effect.
    </Alert>
  );
}
