import type { DryRun, Proposal, RecordDraft } from '../../api/proposals.ts';
import { getValueAt, type Path, pathText, rebaseDraft, setValueAt } from './draft.ts';
import { type JsonSyntaxError, parseJson } from './json-lines.ts';
import { type Field, isObject, omitHiddenFields } from './record-fields.ts';

/** The state of the editor of a record, as a form or as JSON. */
export interface EditorState {
  /** The live record that the edits change. */
  readonly base: RecordDraft;
  readonly draft: RecordDraft;
  /** The text in the JSON editor as typed; null while the editor shows the draft as formatted JSON. */
  readonly typed: string | null;
  /**
   * The syntax error in the typed text, or null. While there is an error, `draft` keeps its value from the
   * last valid text.
   */
  readonly syntax: JsonSyntaxError | null;
  /**
   * The paths of the fields that the user has edited or left. Until the user requests a review, only these
   * fields show their problems.
   */
  readonly visited: ReadonlySet<string>;
  /** Whether the user has requested a review before: from then on, all fields show their problems. */
  readonly wasReviewRequested: boolean;
  readonly isReviewing: boolean;
  /** The proposal under review, with the result of its dry run; null if no review is open. */
  readonly checked: { readonly proposal: Proposal; readonly result: DryRun } | null;
  /** Whether the editor has restored earlier edits, and still shows the notice about them. */
  readonly isRestored: boolean;
  /** Number of changes of the draft since the editor was opened. */
  readonly editCount: number;
  /**
   * Number of times that the complete draft was replaced. When this number changes, the controls reset their
   * own state.
   */
  readonly generation: number;
}

export type EditorAction =
  /**
   * Sets the value at a path; `undefined` removes it. `isAdded` marks a newly added, empty row, which does
   * not show its problems yet.
   */
  | { readonly do: 'set'; readonly path: Path; readonly value: unknown; readonly isAdded?: boolean }
  | { readonly do: 'leave'; readonly path: Path }
  | { readonly do: 'type JSON'; readonly text: string }
  | { readonly do: 'tidy JSON' }
  | { readonly do: 'fill in'; readonly values: RecordDraft }
  | { readonly do: 'start anew'; readonly record: RecordDraft }
  | { readonly do: 'keep what is back' }
  | { readonly do: 'review' }
  /**
   * Ends the wait for the dry run, and opens the review of `checked`. If `checked` is null, because the
   * service would refuse the proposal or the user closed the dialog, an open review is closed.
   */
  | { readonly do: 'show review'; readonly checked: EditorState['checked'] }
  /** Replaces the live record with a newer one, and rebases the user's edits on it. */
  | { readonly do: 'rebase'; readonly live: RecordDraft };

interface EditorStart {
  readonly live: RecordDraft;
  /** The record to start with. Default: `live`. */
  readonly start?: RecordDraft | undefined;
  /** The record with stored earlier edits. */
  readonly storedEdits?: RecordDraft | undefined;
}

export function createEditorState({ live, start = live, storedEdits }: EditorStart): EditorState {
  return {
    base: live,
    draft: omitHiddenFields(storedEdits ?? start),
    typed: null,
    syntax: null,
    visited: new Set(),
    wasReviewRequested: false,
    isReviewing: false,
    checked: null,
    isRestored: storedEdits !== undefined,
    editCount: 0,
    generation: 0,
  };
}

/** Returns the reducer of the editor's state for records with these fields. */
export function createReducer(fields: readonly Field[]) {
  return (state: EditorState, action: EditorAction): EditorState => {
    switch (action.do) {
      case 'set': {
        const { path, value, isAdded } = action;
        const newValue = setValueAt(addDefaultObject(state.draft, fields, path), path, value);
        // The service derives the identifiers from the licence expression. The identifiers of the previous
        // expression would contradict the new one.
        const draft = (
          path.at(-1) === 'license_expression'
            ? setValueAt(newValue, [...path.slice(0, -1), 'license_ids'], undefined)
            : newValue
        ) as RecordDraft;
        return { ...withDraft(state, draft), visited: isAdded ? state.visited : addVisitedPath(state, path) };
      }
      case 'leave':
        return state.visited.has(pathText(action.path))
          ? state
          : { ...state, visited: addVisitedPath(state, action.path) };
      case 'type JSON': {
        const parsedText = parseJson(action.text);
        if (!parsedText.ok) return { ...state, typed: action.text, syntax: parsedText.error };
        return { ...withDraft(state, parsedText.value), typed: action.text };
      }
      case 'tidy JSON':
        return { ...state, typed: null, syntax: null };
      case 'fill in':
        return replaceDraft(state, { ...state.draft, ...action.values });
      case 'start anew':
        return { ...replaceDraft(state, omitHiddenFields(action.record)), isRestored: false };
      case 'keep what is back':
        return { ...state, isRestored: false };
      case 'review':
        return { ...state, wasReviewRequested: true, isReviewing: true };
      case 'show review':
        return { ...state, isReviewing: false, checked: action.checked };
      case 'rebase': {
        const draft = rebaseDraft(omitHiddenFields(state.base), state.draft, omitHiddenFields(action.live));
        return { ...replaceDraft(state, omitHiddenFields(draft)), base: action.live, checked: null };
      }
    }
  };
}

function withDraft(state: EditorState, draft: RecordDraft): EditorState {
  return { ...state, draft, typed: null, syntax: null, editCount: state.editCount + 1 };
}

function replaceDraft(state: EditorState, draft: RecordDraft): EditorState {
  return { ...withDraft(state, draft), generation: state.generation + 1 };
}

function addVisitedPath({ visited }: EditorState, path: Path): ReadonlySet<string> {
  return new Set(visited).add(pathText(path));
}

export function formatDraft({ draft, typed }: EditorState): string {
  return typed ?? JSON.stringify(draft, null, 2);
}

/**
 * Returns the value that a control shows: the draft's value at the path or, if there is none, the service's
 * default.
 */
export function displayedValueAt({ draft }: EditorState, fields: readonly Field[], path: Path): unknown {
  return getValueAt(draft, path) ?? fallbackAt(fields, path);
}

function fallbackAt(fields: readonly Field[], path: Path): unknown {
  const [key, ...rest] = path;
  const fallback = fields.find((field) => field.key === key)?.fallback;
  return isObject(fallback) ? getValueAt(fallback, rest) : undefined;
}

/**
 * Prepares a draft for setting a nested field. If the draft lacks the outermost object of the path and that
 * object has a default, returns a copy of the draft with the default. Otherwise returns the same draft.
 */
function addDefaultObject(draft: RecordDraft, fields: readonly Field[], path: Path): RecordDraft {
  const [key] = path;
  if (typeof key !== 'string' || path.length === 1 || isObject(draft[key])) return draft;
  const fallback = fallbackAt(fields, [key]);
  return fallback === undefined ? draft : { ...draft, [key]: fallback };
}
