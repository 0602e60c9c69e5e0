import { Alert, Button, SegmentedControl, Text } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { ApiError, type Draft } from '#client';
import {
  type DryRun,
  type Proposal,
  type RecordDraft,
  type Revised,
  usePropose,
} from '../../api/proposals.ts';
import { useCaller } from '../../api/roles.ts';
import { askForKey } from '../../api/session.ts';
import type { PendingChange } from '../../api/types.ts';
import { Icon } from '../../parts/Icon.tsx';
import { ErrorState } from '../../parts/QueryState.tsx';
import { type Path, pathText, rebased, sameJson, valueAt, withValueAt } from './draft.ts';
import { type Editing, EditingContext } from './editing.ts';
import { JsonEditor } from './JsonEditor.tsx';
import { readJson } from './json-lines.ts';
import { focusField, ProblemList } from './ProblemList.tsx';
import { originAt } from './paste/origin.ts';
import { problemsInEdited } from './problems.ts';
import classes from './RecordEditor.module.css';
import { RecordForm } from './RecordForm.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';
import { type Field, hiddenFields, isObject, withoutHidden } from './record-fields.ts';
import type { Typed } from './typed.ts';
import { useCheck } from './use-check.ts';
import { useUnsavedWarning } from './use-unsaved-warning.ts';

export type EditorView = 'form' | 'json';

interface Props {
  readonly category: string;
  /** The key of the edited model; null for a new one. */
  readonly name: string | null;
  readonly fields: readonly Field[];
  /** The live record for an edit; the start record for a new model. */
  readonly live: RecordDraft;
  /** The record that the editor starts with, where that is not `live`. */
  readonly start?: RecordDraft | undefined;
  readonly suggestionsFor: Editing['suggestionsFor'];
  readonly view: EditorView;
  readonly onView: (view: EditorView) => void;
  /** The change that this proposal revises. */
  readonly revises?: Revised | undefined;
  /** Whether the model is not live yet: true when a proposed new model is revised. */
  readonly isNew?: boolean;
  /**
   * The draft that filled in the record, and the function that keeps edits: leaving the page loses nothing.
   */
  readonly kept?: { readonly made: Draft; readonly onEdit: (record: RecordDraft) => void } | undefined;
  /** What was typed here before, where no draft filled in the record. */
  readonly typed?: Typed | undefined;
  readonly onQueued: (change: PendingChange) => void;
  /** A way on for a name that is taken. */
  readonly taken?: (name: string) => ReactNode;
  /** A panel beside the form. It may read the draft and set fields of it. */
  readonly aside?: (draft: RecordDraft, set: (values: RecordDraft) => void) => ReactNode;
}

const jsonId = 'record-json';

/** Edits a record, as a form or as JSON, until it is proposed. */
export function RecordEditor(props: Props) {
  const { category, name, fields, live, start, view, onView, onQueued, kept, typed } = props;
  const [base, setBase] = useState(live);
  const [draft, setDraft] = useState<RecordDraft>(() => withoutHidden(typed?.left ?? start ?? live));
  const [isBack, setBack] = useState(typed?.left !== undefined);
  const [text, setText] = useState(() => JSON.stringify(draft, null, 2));
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set());
  /** Whether a review was asked for: from then on every problem is shown. */
  const [wasAsked, setWasAsked] = useState(false);
  const [isReviewing, setReviewing] = useState(false);
  const [checked, setChecked] = useState<{ proposal: Proposal; result: DryRun } | null>(null);
  /** Counts replacements of the whole draft. Controls with state of their own start anew with each. */
  const [generation, setGeneration] = useState(0);
  const propose = usePropose();

  const syntax = useMemo(() => (view === 'json' ? readJson(text) : null), [view, text]);
  const broken = syntax !== null && !syntax.ok ? syntax.error : null;
  const isDirty = broken !== null || !sameJson(draft, withoutHidden(start ?? base));
  const isFilledIn = isDirty || kept !== undefined;
  // What is valid is kept.
  useUnsavedWarning(broken !== null && !propose.isSuccess);

  const onEdit = (kept ?? typed)?.onEdit;
  const [untouched] = useState(draft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the record changes, not its keeper
  useEffect(() => {
    if (draft !== untouched) onEdit?.(draft);
  }, [draft]);

  const proposal: Proposal = {
    category,
    operation: name === null || props.isNew ? 'create' : 'update',
    name: name ?? String(draft.name ?? ''),
    // The service's own metadata goes back as it came.
    record: base.metadata === undefined ? draft : { metadata: base.metadata, ...draft },
  };
  const { signedIn } = useCaller();
  const check = useCheck(proposal, isFilledIn && broken === null && signedIn);
  const isTaken = check.isTaken && name === null;
  const shown = wasAsked || view === 'json' ? check.problems : problemsInEdited(check.problems, edited);

  const replaceDraft = (next: RecordDraft) => {
    setDraft(next);
    setText(JSON.stringify(next, null, 2));
    setGeneration(generation + 1);
  };
  const set = (path: Path, value: unknown, how?: 'unedited') => {
    setDraft((before) => withValueAt(seeded(before, fields, path), path, value) as RecordDraft);
    if (how !== 'unedited') setEdited((before) => new Set(before).add(pathText(path)));
  };
  const changeText = (next: string) => {
    setText(next);
    const read = readJson(next);
    if (read.ok) setDraft(read.value);
  };
  const changeView = (next: EditorView) => {
    if (next === 'json') setText(JSON.stringify(draft, null, 2));
    onView(next);
  };

  const review = async () => {
    if (broken !== null) return;
    if (!signedIn) return askForKey();
    setWasAsked(true);
    setReviewing(true);
    const result = await check.run(proposal);
    setReviewing(false);
    if (result) setChecked({ proposal, result });
    else focusFirstProblem(view);
  };
  const send = () => {
    if (checked !== null)
      propose.mutate({ ...checked.proposal, revises: props.revises }, { onSuccess: onQueued });
  };

  const newer =
    checked && name !== null && isNewer(base, checked.result) ? checked.result.diff.current_state : null;
  const takeOver = (record: RecordDraft) => {
    replaceDraft(withoutHidden(rebased(withoutHidden(base), draft, withoutHidden(record))));
    setBase(record);
    setChecked(null);
  };

  const editing: Editing = {
    valueAt: (path) => valueAt(draft, path) ?? fallbackAt(fields, path),
    set,
    problems: shown,
    suggestionsFor: props.suggestionsFor,
    originAt: (path) => (kept ? originAt(kept.made, draft, path) : null),
    isFixed: (path) => name !== null && pathText(path) === 'name',
  };
  const unknown = Object.keys(draft).filter(
    (key) => !hiddenFields.has(key) && !fields.some((field) => field.key === key),
  );
  return (
    <div className={classes.editor}>
      {isBack && (
        <Alert
          color="gray"
          icon={<Icon name="info" />}
          title="What you typed here before is back"
          withCloseButton
          closeButtonLabel="Close"
          onClose={() => setBack(false)}
        >
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              setBack(false);
              replaceDraft(withoutHidden(start ?? base));
            }}
          >
            Start anew
          </Button>
        </Alert>
      )}
      <div className={classes.tools}>
        <SegmentedControl
          size="xs"
          aria-label="Edit as"
          value={view}
          disabled={broken !== null}
          data={[
            { value: 'form', label: 'Form' },
            { value: 'json', label: 'JSON' },
          ]}
          onChange={(next) => changeView(next as EditorView)}
        />
        {view === 'json' && broken === null && (
          <Button variant="subtle" size="compact-xs" onClick={() => setText(JSON.stringify(draft, null, 2))}>
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
        {view === 'json' ? (
          <JsonEditor id={jsonId} text={text} onChange={changeText} syntax={broken} problems={shown} />
        ) : (
          <EditingContext value={editing}>
            {props.aside?.(draft, (values) => replaceDraft({ ...draft, ...values }))}
            <RecordForm key={generation} fields={fields} />
          </EditingContext>
        )}
        {unknown.length > 0 && (
          <Alert color="yellow" icon={<Icon name="info" />}>
            Records of this category have no {unknown.map((key) => `“${key}”`).join(', ')}: the registry
            leaves that out.
          </Alert>
        )}
        {wasAsked && view === 'form' && !(isTaken && check.problems.length === 1) && (
          <ProblemList problems={check.problems} />
        )}
        {isTaken && props.taken?.(proposal.name)}
        {wasAsked && check.refusal && ![400, 409, 422].includes(check.refusal.status) && (
          <ErrorState error={check.refusal} retry={review} />
        )}
        <div className={classes.foot}>
          <Button type="submit" loading={isReviewing} disabled={broken !== null}>
            Review the proposal
          </Button>
          <Text size="sm" c="dimmed" className={classes.hint}>
            {isFilledIn ? 'Nothing is sent before you have seen what it changes.' : 'Nothing is edited yet.'}
          </Text>
        </div>
      </form>
      <ReviewDialog
        checked={checked}
        propose={propose}
        onSend={send}
        onClose={() => {
          setChecked(null);
          if (propose.error instanceof ApiError && propose.error.status === 422) void review();
          propose.reset();
        }}
      >
        {newer && (
          <Alert color="red" icon={<Icon name="warning" />} title="The live record has changed meanwhile">
            <Text size="sm" mb="xs">
              Your proposal would take those changes back.
            </Text>
            <Button size="xs" variant="default" onClick={() => takeOver(newer)}>
              Put my edits onto the newer record
            </Button>
          </Alert>
        )}
      </ReviewDialog>
    </div>
  );
}

/** Whether the live record has changed since the editor was opened. */
function isNewer(base: RecordDraft, { diff }: DryRun): boolean {
  return diff.current_state !== null && !sameJson(withoutHidden(base), withoutHidden(diff.current_state));
}

/** The default of an object that the service fills in. */
function fallbackAt(fields: readonly Field[], path: Path): unknown {
  const [key, ...rest] = path;
  const fallback = fields.find((field) => field.key === key)?.fallback;
  return isObject(fallback) ? valueAt(fallback, rest) : undefined;
}

/** Puts an object's default into the draft before a field inside the object is set. */
function seeded(draft: RecordDraft, fields: readonly Field[], path: Path): RecordDraft {
  const [key] = path;
  if (typeof key !== 'string' || path.length === 1 || isObject(draft[key])) return draft;
  const fallback = fallbackAt(fields, [key]);
  return fallback === undefined ? draft : { ...draft, [key]: fallback };
}

function focusFirstProblem(view: EditorView): void {
  // Once the problems are on the page.
  requestAnimationFrame(() => {
    if (view === 'json') document.getElementById(jsonId)?.focus();
    else {
      const first = document.querySelector<HTMLElement>('form [aria-invalid="true"]');
      if (first) first.focus();
      else focusField(['name']);
    }
  });
}
