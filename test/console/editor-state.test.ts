import { describe, expect, it } from 'vitest';
import {
  createEditorState,
  createReducer,
  displayedValueAt,
  type EditorAction,
  type EditorState,
  formatDraft,
} from '../../console/src/pages/propose/editor-state.ts';
import type { Field } from '../../console/src/pages/propose/record-fields.ts';

const plain = { required: false, fallback: undefined, help: undefined, examples: [] } as const;
const fields: Field[] = [
  { ...plain, kind: 'text', key: 'name', required: true },
  { ...plain, kind: 'text', key: 'version' },
  {
    ...plain,
    kind: 'object',
    key: 'origin',
    fallback: { host: 'here', page: 'x' },
    fields: [
      { ...plain, kind: 'text', key: 'host' },
      { ...plain, kind: 'text', key: 'page' },
    ],
  },
];
const stepped = (state: EditorState, ...actions: EditorAction[]) =>
  actions.reduce(createReducer(fields), state);
const live = { metadata: { created_by: 'x' }, name: 'a', version: '1' };
const opened = createEditorState({ live });

describe('an editor', () => {
  it('opens the live record without what the service writes, and nothing is edited', () => {
    expect(opened).toMatchObject({
      base: live,
      draft: { name: 'a', version: '1' },
      editCount: 0,
      isRestored: false,
    });
    expect(createEditorState({ live, start: { name: 'b' } }).draft).toEqual({ name: 'b' });
  });

  it('opens what was left at an earlier visit, and takes it away when it is started anew', () => {
    const left = createEditorState({ live, storedEdits: { name: 'typed' } });
    expect(left).toMatchObject({ draft: { name: 'typed' }, isRestored: true });
    const anew = stepped(left, { do: 'start anew', record: live });
    const draft = { name: 'a', version: '1' };
    expect(anew).toMatchObject({ draft, isRestored: false, editCount: 1, generation: 1 });
    const kept = { draft: { name: 'typed' }, isRestored: false };
    expect(stepped(left, { do: 'keep what is back' })).toMatchObject(kept);
  });

  it('keeps the stored licence, and drops the identifiers of an expression that is edited', () => {
    const licensing = { license_expression: 'MIT', license_ids: ['MIT'], files: { a: {} } };
    const licensed = createEditorState({ live: { ...live, licensing } });
    expect(stepped(licensed, { do: 'set', path: ['version'], value: '2' }).draft).toEqual({
      name: 'a',
      version: '2',
      licensing,
    });
    const path = ['licensing', 'license_expression'];
    expect(stepped(licensed, { do: 'set', path, value: 'X' }).draft.licensing).toEqual({
      license_expression: 'X',
      files: { a: {} },
    });
  });

  it('sets a field, and tells problems of what was edited or left, not of added rows', () => {
    const set = stepped(opened, { do: 'set', path: ['version'], value: '2' });
    expect(set).toMatchObject({ draft: { name: 'a', version: '2' }, editCount: 1, generation: 0 });
    expect([...set.visited]).toEqual(['version']);
    const more = stepped(
      set,
      { do: 'set', path: ['origin'], value: {}, isAdded: true },
      { do: 'leave', path: ['name'] },
    );
    expect([...more.visited]).toEqual(['version', 'name']);
    expect(more.editCount).toBe(2);
    expect(stepped(more, { do: 'leave', path: ['name'] })).toBe(more);
  });

  it('puts an object’s default into the draft with the first field of it', () => {
    expect(displayedValueAt(opened, fields, ['origin', 'host'])).toBe('here');
    const set = stepped(opened, { do: 'set', path: ['origin', 'host'], value: 'there' });
    expect(set.draft.origin).toEqual({ host: 'there', page: 'x' });
  });

  it('keeps JSON as it was typed, and the record as it was last valid', () => {
    const text = '{"name":"b"}';
    const typed = stepped(opened, { do: 'type JSON', text });
    expect([formatDraft(typed), typed.draft, typed.syntax]).toEqual([text, { name: 'b' }, null]);
    const broken = stepped(typed, { do: 'type JSON', text: '{"name":' });
    expect([formatDraft(broken), broken.draft, broken.editCount]).toEqual([
      '{"name":',
      { name: 'b' },
      typed.editCount,
    ]);
    expect(broken.syntax).not.toBeNull();
    expect(formatDraft(stepped(typed, { do: 'tidy JSON' }))).toBe('{\n  "name": "b"\n}');
    // An edit in the form is in the text too.
    const set = stepped(broken, { do: 'set', path: ['name'], value: 'c' });
    expect([formatDraft(set), set.syntax]).toEqual(['{\n  "name": "c"\n}', null]);
  });

  it('puts the edits onto a newer record, and leaves the review', () => {
    const checked = { proposal: {}, result: {} } as unknown as EditorState['checked'];
    const edited = stepped(
      opened,
      { do: 'set', path: ['name'], value: 'mine' },
      { do: 'review' },
      { do: 'show review', checked },
    );
    expect(edited).toMatchObject({ wasReviewRequested: true, isReviewing: false, checked });
    const newer = { name: 'a', version: '9', metadata: {} };
    expect(stepped(edited, { do: 'rebase', live: newer })).toMatchObject({
      base: newer,
      draft: { name: 'mine', version: '9' },
      checked: null,
      generation: 1,
    });
  });

  it('lets a panel beside the form fill in several fields', () => {
    const filled = stepped(opened, { do: 'fill in', values: { version: '3', baseline: 'x' } });
    expect(filled).toMatchObject({ draft: { name: 'a', version: '3', baseline: 'x' }, generation: 1 });
  });
});
