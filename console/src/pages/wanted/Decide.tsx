import { Button, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { maxCommentLength } from '../../api/conversation.ts';
import { type ModelRequest, type RequestDecision, useDecide } from '../../api/requests.ts';
import { useUnsent } from '../../api/unsent.ts';
import layout from '../../parts/layout.module.css';
import { ErrorState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import classes from './Wanted.module.css';

type Decision = Exclude<RequestDecision['decision'], 'unhide' | 'hide_comment' | 'unhide_comment'>;

const labels: Readonly<Record<Decision, string>> = {
  accept: 'Accept',
  decline: 'Decline',
  duplicate: 'Duplicate of another request',
  fulfil: 'Fulfilled by an existing model',
  reopen: 'Open it again',
  hide: 'Hide',
};

const openDecisions = ['decline', 'duplicate', 'fulfil', 'hide'] as const;
/**
 * The decisions that an approver can make about a request, by the request's state. The service refuses all
 * others.
 */
const allowedDecisions: Readonly<Record<ModelRequest['state'], readonly Decision[]>> = {
  open: ['accept', ...openDecisions],
  accepted: openDecisions,
  declined: ['reopen', 'hide'],
  duplicate: ['reopen', 'hide'],
  fulfilled: ['reopen', 'hide'],
  withdrawn: ['hide'],
};

export function Decide({ request: { request_id: id, state } }: { request: ModelRequest }) {
  const [selectedDecision, setSelectedDecision] = useState<Decision>(allowedDecisions[state][0] ?? 'hide');
  const [reason = '', setReason] = useUnsent<string>(`decision ${id}`);
  const [duplicateOf, setDuplicateOf] = useState<number | ''>('');
  const [model, setModel] = useState('');
  const decideRequest = useDecide(id);
  const navigate = useNavigate();
  const needsReason = selectedDecision === 'decline' || selectedDecision === 'hide';
  const isComplete =
    (!needsReason || reason.trim() !== '') &&
    (selectedDecision !== 'duplicate' || duplicateOf !== '') &&
    (selectedDecision !== 'fulfil' || model.trim() !== '');
  const submitDecision = (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete) return;
    decideRequest.mutate(
      {
        decision: selectedDecision,
        reason: reason.trim() || undefined,
        ...(selectedDecision === 'duplicate' && duplicateOf !== '' && { duplicate_of: duplicateOf }),
        ...(selectedDecision === 'fulfil' && { model_name: model.trim() }),
      },
      {
        onSuccess: ({ hidden }) => {
          setReason(undefined);
          if (hidden) void navigate({ to: '/wanted', search: { view: 'hidden' } });
        },
      },
    );
  };
  return (
    <Section title="Decide">
      <form className={classes.form} onSubmit={submitDecision}>
        <NativeSelect
          label="Decision"
          value={selectedDecision}
          data={allowedDecisions[state].map((value) => ({ value, label: labels[value] }))}
          onChange={({ currentTarget }) => setSelectedDecision(currentTarget.value as Decision)}
        />
        {selectedDecision === 'duplicate' && (
          <NumberInput
            label="Id of the other request"
            description="It takes over the supporters of this request."
            min={1}
            allowDecimal={false}
            allowNegative={false}
            value={duplicateOf}
            onChange={(value) => setDuplicateOf(typeof value === 'number' ? value : '')}
          />
        )}
        {selectedDecision === 'fulfil' && (
          <TextInput
            label="Name of the model"
            description="An existing model of this category."
            value={model}
            onChange={({ currentTarget }) => setModel(currentTarget.value)}
          />
        )}
        <Textarea
          label={needsReason ? 'Reason' : 'Reason (optional)'}
          description={
            selectedDecision === 'hide'
              ? 'Only approvers will see it. It cannot be requested again.'
              : 'All supporters are notified.'
          }
          autosize
          minRows={2}
          maxLength={maxCommentLength}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value || undefined)}
        />
        {decideRequest.error && <ErrorState error={decideRequest.error} />}
        <div className={layout.row}>
          <Button
            type="submit"
            size="xs"
            color={needsReason ? 'red' : undefined}
            disabled={!isComplete}
            loading={decideRequest.isPending}
          >
            {labels[selectedDecision]}
          </Button>
        </div>
      </form>
    </Section>
  );
}
