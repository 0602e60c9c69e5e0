import { expect, test, vi } from 'vitest';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});
vi.stubGlobal('addEventListener', () => {});
const { keepDraft, keepEdits } = await import('../../console/src/api/kept-drafts.ts');

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
