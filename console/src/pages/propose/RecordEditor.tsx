import { Alert, Button, SegmentedControl, Text } from '@mantine/core';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useReducer, useState } from 'react';
import { ApiError, type Draft } from '#client';
import {
  type DryRun,
  type Proposal,
  type RecordDraft,
  type Revision,
  usePropose,
} from '../../api/proposals.ts';
import { useCaller } from '../../api/roles.ts';
import { askForKey } from '../../api/session.ts';
import type { PendingChange } from '../../api/types.ts';
import { Icon } from '../../parts/Icon.tsx';
import layout from '../../parts/layout.module.css';
import { ErrorState } from '../../parts/QueryState.tsx';
import { isEqualJson, pathText } from './draft.ts';
import { type Editing, EditingContext } from './editing.ts';
import { createEditorState, createReducer, displayedValueAt, formatDraft } from './editor-state.ts';
import { JsonEditor } from './JsonEditor.tsx';
import { focusField, ProblemSummary } from './ProblemSummary.tsx';
import { findOrigin } from './paste/origin.ts';
import { addAdvice, assignProblems, filterVisited } from './problems.ts';
import classes from './propose.module.css';
import { RecordForm } from './RecordForm.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';
import { type Field, hiddenFields, omitHiddenFields } from './record-fields.ts';
import type { UnsentInput } from './typed.ts';
import { useCheck } from './use-check.ts';
import { useUnsavedWarning } from './use-unsaved-warning.ts';

export type EditorView = 'form' | 'json';

interface Props {
  readonly category: string;
  /** The key of the edited or revised model; null for a new one. */
  readonly name: string | null;
  readonly fields: readonly Field[];
  /** The live record of an edited model; empty for a new one. */
  readonly live: RecordDraft;
  /** The record that the editor starts with. Default: `live`. */
  readonly start?: RecordDraft | undefined;
  readonly suggestionsFor: Editing['suggestionsFor'];
  readonly view: EditorView;
  readonly onView: (view: EditorView) => void;
  /** The change that this proposal revises; undefined for a new proposal. */
  readonly revises?: Revision | undefined;
  /** Whether the model is not live yet: the proposal creates it, or revises a change that creates it. */
  readonly isNew?: boolean;
  /**
   * The draft that filled in the record, if any. `onEdit` stores the user's edits of the draft, so that they
   * survive leaving the page.
   */
  readonly storedDraft?: { readonly made: Draft; readonly onEdit: (record: RecordDraft) => void } | undefined;
  /** Stored earlier edits in this form; undefined if a draft filled in the record. */
  readonly unsentInput?: UnsentInput | undefined;
  readonly onQueued: (change: PendingChange) => void;
  /**
   * Returns a hint to show if the name of the new model is taken, such as a link to edit the existing model.
   */
  readonly takenNameHint?: (name: string) => ReactNode;
  /** A panel beside the form that can read the draft and set its fields. */
  readonly aside?: (draft: RecordDraft, set: (values: RecordDraft) => void) => ReactNode;
}

const jsonId = 'record-json';

/** Edits a record as a form or as JSON, and proposes it. */
export function RecordEditor(props: Props) {
  const { category, name, fields, live, start, view, onView, onQueued, storedDraft, unsentInput } = props;
  const reducer = useMemo(() => createReducer(fields), [fields]);
  const [state, dispatch] = useReducer(
    reducer,
    { live, start, storedEdits: unsentInput?.storedEdits },
    createEditorState,
  );
  const { base, draft, visited, wasReviewRequested, checked, editCount } = state;
  const propose = usePropose();
  // Most fields are rendered in the background: the page responds meanwhile.
  const isComplete = useDeferredValue(true, false);
  // The change to revise, with its version when the editor was opened. With a newer version number, the
  // proposal would replace a version that the user has not seen.
  const [revises] = useState(props.revises);

  const syntaxError = view === 'json' ? state.syntax : null;
  const isDirty = syntaxError !== null || !isEqualJson(draft, omitHiddenFields(start ?? base));
  const isFilledIn = isDirty || storedDraft !== undefined;
  // Valid input is kept.
  useUnsavedWarning(
    syntaxError !== null && !propose.isSuccess,
    'The text is not valid JSON: edits since it was last valid are lost.',
  );

  const onEdit = (storedDraft ?? unsentInput)?.onEdit;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs with each edit, not with each keeper
  useEffect(() => {
    if (editCount > 0) onEdit?.(draft);
  }, [editCount]);

  const proposal: Proposal = {
    category,
    operation: name === null || props.isNew ? 'create' : 'update',
    name: name ?? String(draft.name ?? ''),
    // Sends the service's own metadata back unchanged.
    record: base.metadata === undefined ? draft : { metadata: base.metadata, ...draft },
  };
  const { isRequestor, signedIn, user } = useCaller();
  // Until the caller's roles are loaded, the service decides.
  const canSend = signedIn && (isRequestor || user === null);
  const check = useCheck(proposal, fields, {
    isLive: syntaxError === null && (isFilledIn || visited.size > 0),
    mayAsk: canSend,
  });
  const isTaken = check.isTaken && name === null;
  const problemsByControl = useMemo(
    () => assignProblems(check.problems, fields, draft),
    [check.problems, fields, draft],
  );
  const shownProblems = wasReviewRequested
    ? problemsByControl
    : assignProblems(filterVisited(check.problems, visited), fields, draft);

  const startReview = async () => {
    if (syntaxError !== null) return;
    if (!canSend) return askForKey();
    dispatch({ do: 'review' });
    const result = await check.run(proposal);
    dispatch({ do: 'show review', checked: result && { proposal, result } });
    if (!result) focusFirstProblem(view);
  };
  const newerRecord =
    checked && name !== null && isNewer(base, checked.result) ? checked.result.diff.current_state : null;

  const editing: Editing = {
    valueAt: (path) => displayedValueAt(state, fields, path),
    set: (path, value, how) => dispatch({ do: 'set', path, value, isAdded: how === 'unedited' }),
    leave: (path) => dispatch({ do: 'leave', path }),
    problemsAt: (path) => shownProblems.messagesByControl.get(pathText(path)) ?? [],
    suggestionsFor: props.suggestionsFor,
    originAt: (path) => (storedDraft ? findOrigin(storedDraft.made, draft, path) : null),
    isFixed: (path) => name !== null && pathText(path) === 'name',
  };
  const unknownKeys = Object.keys(draft).filter(
    (key) => !hiddenFields.has(key) && !fields.some((field) => field.key === key),
  );
  return (
    <div className={classes.editor}>
      {state.isRestored && (
        <Alert
          color="gray"
          icon={<Icon name="info" />}
          title="Your earlier input was restored"
          withCloseButton
          closeButtonLabel="Close"
          onClose={() => dispatch({ do: 'keep what is back' })}
        >
          <Button
            size="xs"
            variant="default"
            onClick={() => dispatch({ do: 'start anew', record: start ?? base })}
          >
            Start over
          </Button>
        </Alert>
      )}
      <div className={layout.tools}>
        <SegmentedControl
          size="xs"
          aria-label="Edit as"
          value={view}
          disabled={syntaxError !== null}
          data={[
            { value: 'form', label: 'Form' },
            { value: 'json', label: 'JSON' },
          ]}
          onChange={(next) => onView(next as EditorView)}
        />
        {view === 'json' && syntaxError === null && (
          <Button variant="subtle" size="compact-xs" onClick={() => dispatch({ do: 'tidy JSON' })}>
            Tidy up
          </Button>
        )}
        {syntaxError !== null && (
          <Text size="sm" c="dimmed">
            The form comes back when the text is valid JSON.
          </Text>
        )}
      </div>
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          void startReview();
        }}
      >
        {wasReviewRequested && view === 'form' && <ProblemSummary problems={problemsByControl} />}
        {view === 'json' ? (
          <JsonEditor
            id={jsonId}
            text={formatDraft(state)}
            onChange={(text) => dispatch({ do: 'type JSON', text })}
            syntax={syntaxError}
            problems={addAdvice(check.problems, fields, draft)}
          />
        ) : (
          <EditingContext value={editing}>
            {props.aside?.(draft, (values) => dispatch({ do: 'fill in', values }))}
            <RecordForm key={state.generation} fields={fields} isWhole={isComplete} />
          </EditingContext>
        )}
        {unknownKeys.length > 0 && (
          <Alert color="yellow" icon={<Icon name="info" />}>
            Records of this category have no {unknownKeys.map((key) => `“${key}”`).join(', ')}: it is not
            stored.
          </Alert>
        )}
        {isTaken && props.takenNameHint?.(proposal.name)}
        {wasReviewRequested && check.refusal && ![400, 409, 422].includes(check.refusal.status) && (
          <ErrorState error={check.refusal} retry={startReview} />
        )}
        <div className={classes.foot}>
          <Button type="submit" loading={state.isReviewing} disabled={syntaxError !== null}>
            Review the proposal
          </Button>
          <Text size="sm" c="dimmed" className={classes.footHint}>
            {isFilledIn ? 'You see the changes before anything is sent.' : 'No edits yet.'}
          </Text>
        </div>
      </form>
      <ReviewDialog
        checked={checked}
        propose={propose}
        onSend={(sent) => propose.mutate({ ...sent, revises }, { onSuccess: onQueued })}
        onClose={() => {
          dispatch({ do: 'show review', checked: null });
          if (propose.error instanceof ApiError && propose.error.status === 422) void startReview();
          propose.reset();
        }}
      >
        {newerRecord && (
          <Alert color="red" icon={<Icon name="warning" />} title="The live record has changed meanwhile">
            <Text size="sm" mb="xs">
              Your proposal would undo those changes.
            </Text>
            <Button size="xs" variant="default" onClick={() => dispatch({ do: 'rebase', live: newerRecord })}>
              Apply my edits to the newer record
            </Button>
          </Alert>
        )}
      </ReviewDialog>
    </div>
  );
}

/** Returns whether the live record has changed since the editor was opened. */
function isNewer(base: RecordDraft, { diff }: DryRun): boolean {
  return (
    diff.current_state !== null && !isEqualJson(omitHiddenFields(base), omitHiddenFields(diff.current_state))
  );
}

function focusFirstProblem(view: EditorView): void {
  // Waits until the problems are rendered.
  requestAnimationFrame(() => {
    if (view === 'json') document.getElementById(jsonId)?.focus();
    else {
      const first = document.querySelector<HTMLElement>('form [aria-invalid="true"]');
      if (first) first.focus();
      else focusField(['name']);
    }
  });
}
