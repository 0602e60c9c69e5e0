import { expect, test } from 'vitest';
import { stubStorage } from './stub-storage.ts';

const stored = stubStorage();
const { storeDraft: keepDraft, storeEdits: keepEdits } = await import(
  '../../console/src/api/stored-drafts.ts'
);

const made = {
  category: 'clip',
  record: { name: 'a' },
  sources: {},
  notes: [],
  choices: [],
  duplicates: [],
  further_links: [],
} as const;

test('what is typed in a draft is kept, also after another tab has thrown the draft away', () => {
  const [first, second] = [
    keepDraft('https://a.example', { ...made } as never),
    keepDraft(null, made as never),
  ];
  const edited = { model: null, record: { name: 'mine' } };
  keepEdits(first, edited);
  const kept = () => JSON.parse(stored.get('modelref-drafts') ?? '[]');
  expect(kept()).toEqual([{ ...first, edited }, second]);
  stored.delete('modelref-drafts');
  keepEdits(first, edited);
  expect(kept()).toEqual([{ ...first, edited }]);
});
