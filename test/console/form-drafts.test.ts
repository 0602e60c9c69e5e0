import { beforeEach, describe, expect, it } from 'vitest';
import { stubStorage } from './stub-storage.ts';

const stored = stubStorage();
const { openUnsentInput: typedFor } = await import('../../console/src/pages/propose/typed.ts');
const { discardAllFormDrafts: throwAwayAllTyped } = await import('../../console/src/api/form-drafts.ts');

const edit = { page: 'edit', category: 'clip', name: 'a' } as const;
const start = { name: 'a', tags: ['old'], description: 'Old.' };

describe('what was typed into a form', () => {
  beforeEach(() => throwAwayAllTyped());

  it('is there again, put onto the record of now', () => {
    typedFor(edit, start).onEdit({ ...start, description: 'Mine.' });
    expect(typedFor(edit, start).storedEdits).toEqual({ ...start, description: 'Mine.' });
    const newer = { ...start, tags: ['new'] };
    expect(typedFor(edit, newer).storedEdits).toEqual({ ...newer, description: 'Mine.' });
  });

  it('is of that form alone', () => {
    typedFor(edit, start).onEdit({ ...start, description: 'Mine.' });
    for (const other of [
      { ...edit, name: 'b' },
      { ...edit, category: 'blip' },
      { ...edit, page: 'new' },
      { ...edit, change: 7 },
      { ...edit, change: 7, revise: true },
    ] as const) {
      expect(typedFor(other, start).storedEdits).toBeUndefined();
    }
    expect(typedFor({ ...edit, revise: false }, start).storedEdits).toBeDefined();
  });

  it('goes when it is proposed, and when nothing of it is left', () => {
    typedFor(edit, start).onEdit({ ...start, description: 'Mine.' });
    typedFor(edit, start).discard();
    expect(typedFor(edit, start).storedEdits).toBeUndefined();
    typedFor(edit, start).onEdit({ ...start, description: 'Mine.' });
    typedFor(edit, start).onEdit({ ...start });
    expect(stored.size).toBe(0);
  });

  it('has a bound: the oldest goes', () => {
    for (let n = 0; n < 60; n += 1) typedFor({ ...edit, name: `${n}` }, start).onEdit({ name: 'x' });
    expect(typedFor({ ...edit, name: '9' }, start).storedEdits).toBeUndefined();
    expect(typedFor({ ...edit, name: '10' }, start).storedEdits).toBeDefined();
  });
});
