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

const openStates = ['decline', 'duplicate', 'fulfil', 'hide'] as const;
/**
 * The decisions that an approver can make about a request, by the request's state. The service refuses all
 * others.
 */
const allowedDecisions: Readonly<Record<ModelRequest['state'], readonly Decision[]>> = {
  open: ['accept', ...openStates],
  accepted: openStates,
  declined: ['reopen', 'hide'],
  duplicate: ['reopen', 'hide'],
  fulfilled: ['reopen', 'hide'],
  withdrawn: ['hide'],
};

export function Decide({ request: { request_id: id, state } }: { request: ModelRequest }) {
  const [chosen, setChosen] = useState<Decision>(allowedDecisions[state][0] ?? 'hide');
  const [reason = '', setReason] = useUnsent<string>(`decision ${id}`);
  const [duplicateOf, setDuplicateOf] = useState<number | ''>('');
  const [model, setModel] = useState('');
  const deciding = useDecide(id);
  const navigate = useNavigate();
  const needsReason = chosen === 'decline' || chosen === 'hide';
  const isWhole =
    (!needsReason || reason.trim() !== '') &&
    (chosen !== 'duplicate' || duplicateOf !== '') &&
    (chosen !== 'fulfil' || model.trim() !== '');
  const decide = (event: FormEvent) => {
    event.preventDefault();
    if (!isWhole) return;
    deciding.mutate(
      {
        decision: chosen,
        reason: reason.trim() || undefined,
        ...(chosen === 'duplicate' && duplicateOf !== '' && { duplicate_of: duplicateOf }),
        ...(chosen === 'fulfil' && { model_name: model.trim() }),
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
      <form className={classes.form} onSubmit={decide}>
        <NativeSelect
          label="Decision"
          value={chosen}
          data={allowedDecisions[state].map((value) => ({ value, label: labels[value] }))}
          onChange={({ currentTarget }) => setChosen(currentTarget.value as Decision)}
        />
        {chosen === 'duplicate' && (
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
        {chosen === 'fulfil' && (
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
            chosen === 'hide'
              ? 'Only approvers will see it. It cannot be requested again.'
              : 'All supporters are notified.'
          }
          autosize
          minRows={2}
          maxLength={maxCommentLength}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value || undefined)}
        />
        {deciding.error && <ErrorState error={deciding.error} />}
        <div className={layout.row}>
          <Button
            type="submit"
            size="xs"
            color={needsReason ? 'red' : undefined}
            disabled={!isWhole}
            loading={deciding.isPending}
          >
            {labels[chosen]}
          </Button>
        </div>
      </form>
    </Section>
  );
}
