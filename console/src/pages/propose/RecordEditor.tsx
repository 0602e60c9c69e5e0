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
import { pathText, sameJson } from './draft.ts';
import { type Editing, EditingContext } from './editing.ts';
import { editorSteps, jsonOf, openEditor, shownAt } from './editor-state.ts';
import { JsonEditor } from './JsonEditor.tsx';
import { focusField, ProblemSummary } from './ProblemSummary.tsx';
import { originAt } from './paste/origin.ts';
import { placed, problemsInVisited, worded } from './problems.ts';
import classes from './propose.module.css';
import { RecordForm } from './RecordForm.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';
import { type Field, hiddenFields, withoutHidden } from './record-fields.ts';
import type { Typed } from './typed.ts';
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
  readonly kept?: { readonly made: Draft; readonly onEdit: (record: RecordDraft) => void } | undefined;
  /** Stored earlier edits in this form; undefined if a draft filled in the record. */
  readonly typed?: Typed | undefined;
  readonly onQueued: (change: PendingChange) => void;
  /**
   * Returns a hint to show if the name of the new model is taken, such as a link to edit the existing model.
   */
  readonly taken?: (name: string) => ReactNode;
  /** A panel beside the form that can read the draft and set its fields. */
  readonly aside?: (draft: RecordDraft, set: (values: RecordDraft) => void) => ReactNode;
}

const jsonId = 'record-json';

/** Edits a record as a form or as JSON, and proposes it. */
export function RecordEditor(props: Props) {
  const { category, name, fields, live, start, view, onView, onQueued, kept, typed } = props;
  const steps = useMemo(() => editorSteps(fields), [fields]);
  const [state, act] = useReducer(steps, { live, start, left: typed?.left }, openEditor);
  const { base, draft, visited, wasAsked, checked, edits } = state;
  const propose = usePropose();
  // Most fields are rendered in the background: the page responds meanwhile.
  const isWhole = useDeferredValue(true, false);
  // The change to revise, with its version when the editor was opened. With a newer version number, the
  // proposal would replace a version that the user has not seen.
  const [revises] = useState(props.revises);

  const broken = view === 'json' ? state.syntax : null;
  const isDirty = broken !== null || !sameJson(draft, withoutHidden(start ?? base));
  const isFilledIn = isDirty || kept !== undefined;
  // Valid input is kept.
  useUnsavedWarning(
    broken !== null && !propose.isSuccess,
    'The text is not valid JSON yet: what you typed since it was is lost.',
  );

  const onEdit = (kept ?? typed)?.onEdit;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs with each edit, not with each keeper
  useEffect(() => {
    if (edits > 0) onEdit?.(draft);
  }, [edits]);

  const proposal: Proposal = {
    category,
    operation: name === null || props.isNew ? 'create' : 'update',
    name: name ?? String(draft.name ?? ''),
    // Sends the service's own metadata back unchanged.
    record: base.metadata === undefined ? draft : { metadata: base.metadata, ...draft },
  };
  const { isRequestor, signedIn, user } = useCaller();
  // Until the caller's roles are loaded, the service decides.
  const maySend = signedIn && (isRequestor || user === null);
  const check = useCheck(proposal, fields, {
    isLive: broken === null && (isFilledIn || visited.size > 0),
    mayAsk: maySend,
  });
  const isTaken = check.isTaken && name === null;
  const all = useMemo(() => placed(check.problems, fields, draft), [check.problems, fields, draft]);
  const told = wasAsked ? all : placed(problemsInVisited(check.problems, visited), fields, draft);

  const review = async () => {
    if (broken !== null) return;
    if (!maySend) return askForKey();
    act({ do: 'review' });
    const result = await check.run(proposal);
    act({ do: 'show review', checked: result && { proposal, result } });
    if (!result) focusFirstProblem(view);
  };
  const newer =
    checked && name !== null && isNewer(base, checked.result) ? checked.result.diff.current_state : null;

  const editing: Editing = {
    valueAt: (path) => shownAt(state, fields, path),
    set: (path, value, how) => act({ do: 'set', path, value, isAdded: how === 'unedited' }),
    leave: (path) => act({ do: 'leave', path }),
    problemsAt: (path) => told.at.get(pathText(path)) ?? [],
    suggestionsFor: props.suggestionsFor,
    originAt: (path) => (kept ? originAt(kept.made, draft, path) : null),
    isFixed: (path) => name !== null && pathText(path) === 'name',
  };
  const unknown = Object.keys(draft).filter(
    (key) => !hiddenFields.has(key) && !fields.some((field) => field.key === key),
  );
  return (
    <div className={classes.editor}>
      {state.isBack && (
        <Alert
          color="gray"
          icon={<Icon name="info" />}
          title="What you typed here before is back"
          withCloseButton
          closeButtonLabel="Close"
          onClose={() => act({ do: 'keep what is back' })}
        >
          <Button
            size="xs"
            variant="default"
            onClick={() => act({ do: 'start anew', record: start ?? base })}
          >
            Start anew
          </Button>
        </Alert>
      )}
      <div className={layout.tools}>
        <SegmentedControl
          size="xs"
          aria-label="Edit as"
          value={view}
          disabled={broken !== null}
          data={[
            { value: 'form', label: 'Form' },
            { value: 'json', label: 'JSON' },
          ]}
          onChange={(next) => onView(next as EditorView)}
        />
        {view === 'json' && broken === null && (
          <Button variant="subtle" size="compact-xs" onClick={() => act({ do: 'tidy JSON' })}>
            Tidy up
          </Button>
        )}
        {broken !== null && (
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
          void review();
        }}
      >
        {wasAsked && view === 'form' && <ProblemSummary problems={all} />}
        {view === 'json' ? (
          <JsonEditor
            id={jsonId}
            text={jsonOf(state)}
            onChange={(text) => act({ do: 'type JSON', text })}
            syntax={broken}
            problems={worded(check.problems, fields, draft)}
          />
        ) : (
          <EditingContext value={editing}>
            {props.aside?.(draft, (values) => act({ do: 'fill in', values }))}
            <RecordForm key={state.generation} fields={fields} isWhole={isWhole} />
          </EditingContext>
        )}
        {unknown.length > 0 && (
          <Alert color="yellow" icon={<Icon name="info" />}>
            Records of this category have no {unknown.map((key) => `“${key}”`).join(', ')}: the registry
            leaves that out.
          </Alert>
        )}
        {isTaken && props.taken?.(proposal.name)}
        {wasAsked && check.refusal && ![400, 409, 422].includes(check.refusal.status) && (
          <ErrorState error={check.refusal} retry={review} />
        )}
        <div className={classes.foot}>
          <Button type="submit" loading={state.isReviewing} disabled={broken !== null}>
            Review the proposal
          </Button>
          <Text size="sm" c="dimmed" className={classes.footHint}>
            {isFilledIn ? 'Nothing is sent before you have seen what it changes.' : 'No edits yet.'}
          </Text>
        </div>
      </form>
      <ReviewDialog
        checked={checked}
        propose={propose}
        onSend={(sent) => propose.mutate({ ...sent, revises }, { onSuccess: onQueued })}
        onClose={() => {
          act({ do: 'show review', checked: null });
          if (propose.error instanceof ApiError && propose.error.status === 422) void review();
          propose.reset();
        }}
      >
        {newer && (
          <Alert color="red" icon={<Icon name="warning" />} title="The live record has changed meanwhile">
            <Text size="sm" mb="xs">
              Your proposal would take those changes back.
            </Text>
            <Button size="xs" variant="default" onClick={() => act({ do: 'rebase', live: newer })}>
              Put my edits onto the newer record
            </Button>
          </Alert>
        )}
      </ReviewDialog>
    </div>
  );
}

/** Returns whether the live record has changed since the editor was opened. */
function isNewer(base: RecordDraft, { diff }: DryRun): boolean {
  return diff.current_state !== null && !sameJson(withoutHidden(base), withoutHidden(diff.current_state));
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
