import { describe, expect, it } from 'vitest';
import type { RiskFacts } from '../../../src/registry/risk/facts.ts';
import { assessRisk, isMuchUsed } from '../../../src/registry/risk/risk.ts';
import { rules } from '../../../src/registry/risk/rules.ts';

const harmless: RiskFacts = {
  netOperation: 'modified',
  stale: false,
  criticalFields: [],
  changedFields: 1,
  findings: [],
  otherChanges: 0,
  usage: { workers: 1, month: 10 },
  muchUsedPerMonth: 1_000,
  history: { applied: 3, rejected: 1 },
};
const finding = (severity: 'critical' | 'warning' | 'note') =>
  ({ rule: 'near_name', severity, field_path: null, message: `a ${severity} thing` }) as const;

it('an edit of a description by somebody known is of low risk', () => {
  expect(assessRisk(harmless)).toEqual({ level: 'low', reasons: [] });
});

const cases: [rule: (typeof rules)[number]['rule'], part: Partial<RiskFacts>, level: string][] = [
  ['deletes_used', { netOperation: 'deleted' }, 'high'],
  ['critical_finding', { findings: [finding('critical')] }, 'high'],
  ['critical_fields', { criticalFields: ['baseline'] }, 'high'],
  ['much_used', { usage: { workers: 9, month: 1_000 } }, 'look'],
  ['usage_unknown', { usage: 'unknown' }, 'look'],
  ['deletes', { netOperation: 'deleted', usage: { workers: 0, month: 0 } }, 'look'],
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

  it.each([
    ['a note', { findings: [finding('note')] }],
    [
      'a new model that nobody uses yet',
      { netOperation: 'added', criticalFields: ['baseline'], usage: null },
    ],
    ['a change that changes nothing', { netOperation: 'unchanged', usage: 'unknown' }],
  ] as const)('not %s', (_what, part) => {
    expect(assessRisk({ ...harmless, ...part }).level).toBe('low');
  });

  it('the worst reason comes first, and is the level', () => {
    const { level, reasons } = assessRisk({ ...harmless, stale: true, criticalFields: ['nsfw'] });
    expect([level, ...reasons.map((reason) => reason.rule)]).toEqual(['high', 'critical_fields', 'stale']);
  });
});

it('what is not known may be much used', () => {
  expect([
    isMuchUsed({ usage: 'unknown', muchUsedPerMonth: 5 }),
    isMuchUsed({ usage: { workers: 0, month: 5 }, muchUsedPerMonth: 5 }),
    isMuchUsed({ usage: { workers: 9, month: 4 }, muchUsedPerMonth: 5 }),
    isMuchUsed({ usage: null, muchUsedPerMonth: 5 }),
  ]).toEqual([true, true, false, false]);
});
