import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import {
  type JudgedFile,
  judgeFiles,
  type RiskFacts,
  rules,
} from '../../../../src/modules/queue/risk-rules.ts';
import { assessRisk } from '../../../../src/modules/queue/risks.ts';
import { uncheckedAddress } from '../../../../src/records/files/address-state.ts';
import { type FileVerdict, fileVerdicts } from '../../../../src/records/files/verdict.ts';

const harmless: RiskFacts = {
  netOperation: 'modified',
  renames: false,
  displaced: null,
  stale: false,
  criticalFields: [],
  changedFields: 1,
  findings: [],
  repair: null,
  files: [],
  otherChanges: 0,
  usage: { workers: 1, month: 10 },
  history: { applied: 3, rejected: 1 },
};
const finding = (severity: 'critical' | 'warning' | 'note') =>
  ({ rule: 'near_name', severity, field_path: null, message: `a ${severity} thing` }) as const;

const file = (verdict: FileVerdict, isNew = true): JudgedFile => ({
  path: 'config.download.0',
  verdict,
  detail: `is ${verdict}`,
  isNew,
});

it('an edit of a description by somebody known is of low risk', () => {
  expect(assessRisk(harmless)).toEqual({ level: 'low', reasons: [] });
});

const cases: [rule: (typeof rules)[number]['rule'], part: Partial<RiskFacts>, level: string][] = [
  ['deletes_used', { netOperation: 'deleted' }, 'high'],
  ['deletes_unknown_use', { netOperation: 'deleted', usage: null }, 'high'],
  ['critical_finding', { findings: [finding('critical')] }, 'high'],
  ['critical_fields', { criticalFields: ['baseline'] }, 'high'],
  ['repair', { criticalFields: ['config.download'], repair: { level: 'look', message: 'x' } }, 'look'],
  ['wrong_file', { files: [file('size_differs', false)] }, 'high'],
  ['gated_file', { files: [file('gated', false)] }, 'look'],
  ['unsure_file', { files: [file('mutable')] }, 'look'],
  ['much_used', { usage: { workers: 9, month: 1_000 } }, 'look'],
  ['usage_unknown', { usage: 'unknown' }, 'look'],
  ['deletes', { netOperation: 'deleted', usage: { workers: 0, month: 0 } }, 'look'],
  ['dependants', { findings: [{ ...finding('warning'), rule: 'baseline_of_others' }] }, 'look'],
  ['stale', { stale: true }, 'look'],
  ['other_changes', { otherChanges: 2 }, 'look'],
  ['warning', { findings: [finding('warning')] }, 'look'],
  ['wide', { changedFields: 9 }, 'look'],
  ['new_requestor', { history: { applied: 0, rejected: 0 } }, 'look'],
  ['often_rejected', { history: { applied: 1, rejected: 2 } }, 'look'],
];

describe('what raises the risk', () => {
  it.each(cases)('%s', (rule, part, level) => {
    const { level: assessed, reasons } = assessRisk({ ...harmless, ...part });
    expect([assessed, reasons.map((reason) => reason.rule)]).toEqual([level, expect.arrayContaining([rule])]);
  });

  it('every rule has its case', () => {
    expect(cases.map(([rule]) => rule)).toEqual(rules.map(({ rule }) => rule));
  });

  // Who asks for the old name finds no more than after a deletion.
  it.each([
    [{ workers: 3, month: 0 }, 'high', 'deletes_used', /^Renames a model that 3 workers serve/],
    [null, 'high', 'deletes_unknown_use', /^Renames a model that many may use: usage is not counted/],
    [
      'unknown',
      'high',
      'deletes_unknown_use',
      /^Renames a model that many may use: its usage is currently unknown/,
    ],
  ] as const)('a rename of a model whose use is %j, as its deletion', (usage, level, rule, says) => {
    expect(assessRisk({ ...harmless, netOperation: 'deleted', usage }).level).toBe(level);
    const renamed = assessRisk({ ...harmless, renames: true, usage });
    expect([renamed.level, renamed.reasons[0]]).toEqual([
      level,
      { rule, level, message: expect.stringMatching(says) },
    ]);
    expect(renamed.reasons[0]?.message).toContain('Requests for its old name find no model.');
  });

  it.each([
    ['a note', { findings: [finding('note')] }],
    [
      'a new model that nobody uses yet',
      { netOperation: 'added', criticalFields: ['baseline'], usage: null },
    ],
    ['a file at a branch that was there before', { files: [file('mutable', false)] }],
    ['what nobody has looked at', { files: [file('unknown')] }],
    ['a file that is right', { files: [file('verified')] }],
    ['a change that changes nothing', { netOperation: 'unchanged', usage: 'unknown' }],
  ] as const)('not %s', (_what, part) => {
    expect(assessRisk({ ...harmless, ...part }).level).toBe('low');
  });

  it('the worst reason comes first, and is the level', () => {
    const { level, reasons } = assessRisk({ ...harmless, stale: true, criticalFields: ['nsfw'] });
    expect([level, ...reasons.map((reason) => reason.rule)]).toEqual(['high', 'critical_fields', 'stale']);
  });
});

describe('files', () => {
  it.each([
    ['mismatch', 'high', 'high'],
    ['malformed_hash', 'high', 'high'],
    ['size_differs', 'high', 'high'],
    ['gone', 'high', 'high'],
    ['gated', 'look', 'look'],
    ['moved', 'look', 'low'],
    ['mutable', 'look', 'low'],
    ['unreachable', 'look', 'low'],
    ['unverifiable', 'low', 'low'],
    ['unknown', 'low', 'low'],
    ['verified', 'low', 'low'],
  ] as const)('%s: %s when the change brings the file, else %s', (verdict, brought, before) => {
    const level = (isNew: boolean) => assessRisk({ ...harmless, files: [file(verdict, isNew)] }).level;
    expect([level(true), level(false)]).toEqual([brought, before]);
  });

  it('every verdict has its case above', () => {
    expect(fileVerdicts).toHaveLength(11);
  });

  it('a verdict is said once, and of three files', () => {
    const { reasons } = assessRisk({
      ...harmless,
      findings: [{ ...finding('critical'), rule: 'file_gone' }],
      files: Array.from({ length: 5 }, () => file('gone')),
    });
    expect(reasons.map(({ rule }) => rule)).toEqual(['wrong_file']);
    expect(reasons[0]?.message).toBe(`${'config.download.0 (gone): is gone '.repeat(3)}And 2 more.`);
  });

  it('a file is new when its address is, or what is promised of it', () => {
    const record = (file_url: string, sha256sum: string) => ({
      config: { download: [{ file_name: 'x', file_url, sha256sum }] },
    });
    const there = record('https://example.org/x', 'a'.repeat(64));
    const isNew = (live: JsonObject | null) =>
      judgeFiles({ category: 'clip', name: 'x', record: there, live }, () => uncheckedAddress)[0]?.isNew;
    expect([
      isNew(there),
      isNew(null),
      isNew(record('https://example.org/y', 'a'.repeat(64))),
      isNew(record('https://example.org/x', 'b'.repeat(64))),
    ]).toEqual([false, true, true, true]);
    const of = { category: 'clip', name: 'x', record: null, live: there };
    expect(judgeFiles(of, () => uncheckedAddress)).toEqual([]);
  });
});
