import { type AddressState, unseen } from '../../../records/files/address-state.ts';
import type { Refusal } from '../../../records/files/observation.ts';
import { filesOfRecord } from '../../../records/files/record-file.ts';
import { type FileVerdict, judge } from '../../../records/files/verdict.ts';
import type { FindingRule } from './finding.ts';
import type { Rule } from './proposal.ts';

/** About what the hosts of the files have said. It arrives after a proposal was queued, and changes later. */
export const evidenceRules = {
  file_mismatch: withVerdict('mismatch', 'sha256sum'),
  file_gone: withVerdict('gone', 'file_url'),
  file_size_differs: withVerdict('size_differs', 'size_bytes'),
  file_gated: eachFile('file_url', (...seen) => said('gated', ...seen) ?? saidOnce('gated', ...seen)),
  file_moved: withVerdict('moved', 'file_url'),
  file_mutable: withVerdict('mutable', 'file_url'),

  file_not_found: eachFile('file_url', (...seen) => saidOnce('missing', ...seen)),

  file_not_looked_at: function* ({
    category,
    name,
    record,
    awaitsLooks = false,
    addressState = () => unseen,
  }) {
    if (record === null || !awaitsLooks) return;
    const called = filesOfRecord(category, name, record).filter(({ host }) => host !== null);
    const waiting = called.filter(({ url }) => addressState(url).checked_at === null);
    const [first] = waiting;
    if (first === undefined) return;
    const which = waiting.length === 1 ? first.url : `the first of them is ${first.url}`;
    const message = `Not looked at yet: ${waiting.length} of ${called.length} files; ${which}.`;
    yield { path: `${first.field_path}.file_url`, message };
  },
} satisfies Partial<Record<FindingRule, Rule>>;

type Say = (judged: ReturnType<typeof judge>, state: AddressState) => string | null;

function withVerdict(verdict: FileVerdict, field: string): Rule {
  return eachFile(field, (...seen) => said(verdict, ...seen));
}

function said(verdict: FileVerdict, ...[judged, { known }]: Parameters<Say>): string | null {
  if (judged.verdict !== verdict) return null;
  const learned = known === null ? '' : ` (${known.observation.how}, ${dayOf(known.at)})`;
  return `${judged.detail}${learned}`;
}

/** For a proposal once is enough to look at it. */
function saidOnce(outcome: Refusal['outcome'], ...[, { doubt }]: Parameters<Say>): string | null {
  if (doubt?.observation.outcome !== outcome) return null;
  return `${doubt.observation.reason} Said once, ${dayOf(doubt.at)}; not yet confirmed.`;
}

function eachFile(field: string, say: Say): Rule {
  return function* ({ category, name, record, addressState = () => unseen }) {
    if (record === null) return;
    for (const file of filesOfRecord(category, name, record)) {
      const state = addressState(file.url);
      if (state === unseen) continue;
      const message = say(judge(file, state), state);
      if (message !== null) yield { path: `${file.field_path}.${field}`, message };
    }
  };
}

function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
