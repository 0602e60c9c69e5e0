import { z } from 'zod';
import { yieldToEventLoop } from '../../kernel/concurrency/time-slice.ts';
import { type AddressState, uncheckedAddress } from '../../records/files/address-state.ts';
import { describeLicensingChanges } from '../../records/licensing/words.ts';
import type { Tx } from '../../store/tx.ts';
import type { Finding } from './findings/finding.ts';
import { type RiskLevel, riskLevels } from './pending-change.ts';
import type { ChangeExtent } from './proposal-diff.ts';
import { rateRepair } from './repair-risk.ts';
import { type JudgedRecord, judgeFiles, type KnownUsage, type RiskFacts, rules } from './risk-rules.ts';
import { changeStore } from './store.ts';

/**
 * Usage figures of live models: `prepare` fetches the figures for some categories, after which `of` returns
 * those of one model synchronously.
 */
export interface UsageSnapshot {
  prepare(categories: Iterable<string>): Promise<void>;
  of(category: string, name: string): KnownUsage | 'unknown' | null;
}

export type Risks = ReturnType<typeof createRisks>;
export type Histories = ReadonlyMap<string, { readonly applied: number; readonly rejected: number }>;

const noDecisions = { applied: 0, rejected: 0 };

/** Creates the service that assesses the risk of pending and approved changes. */
export function createRisks({
  usage,
  addressState = () => uncheckedAddress,
}: {
  readonly usage: UsageSnapshot;
  /** Returns the observations about a file's URL. Absent: no URL was observed. */
  readonly addressState?: (url: string) => AddressState;
}) {
  return {
    /** Fetches the usage figures for changes of these categories. Call it outside a transaction. */
    prepare: usage.prepare,
    /** Counts each account's applied and rejected changes, without withdrawals. */
    histories: (reader: Tx, userIds: Iterable<string>): Promise<Histories> =>
      changeStore(reader).decisionCounts([...userIds]),
    of: (
      change: JudgedRecord & {
        readonly requestedBy: string;
        /**
         * Whether the change was proposed by the operation `propose_file_repairs` and still has its first
         * version.
         */
        readonly isRepair: boolean;
        readonly extent: ChangeExtent;
        readonly findings: readonly Finding[];
        readonly stale: boolean;
        /** Why the change's model name no longer refers to its model; null when it still does. */
        readonly displaced: string | null;
        /** The new name if the change renames its model; null otherwise. */
        readonly renamesTo: string | null;
        readonly otherChanges: number;
      },
      histories: Histories,
    ): Risk => {
      const { category, name, requestedBy, extent, findings, stale, displaced, otherChanges } = change;
      return assessRisk({
        netOperation: extent.net_operation ?? 'unchanged',
        criticalFields: describeFields(extent.critical_fields, change),
        changedFields: extent.changed_field_count,
        findings,
        repair: change.isRepair ? rateRepair(change, addressState) : null,
        files: judgeFiles(change, addressState),
        renames: change.renamesTo !== null && change.live !== null,
        stale,
        displaced,
        otherChanges,
        usage: usage.of(category, name),
        history: histories.get(requestedBy) ?? noDecisions,
      });
    },
  };
}

/** Replaces paths in `licensing` with descriptions, such as `redistribution: allowed → prohibited`. */
function describeFields(
  criticalFields: readonly string[],
  { live, record }: JudgedRecord,
): readonly string[] {
  const otherFields = criticalFields.filter((path) => !/^licensing(\.|$)/.test(path));
  const licensingDescriptions =
    otherFields.length < criticalFields.length ? describeLicensingChanges(live, record) : [];
  return licensingDescriptions.length > 0 ? [...otherFields, ...licensingDescriptions] : criticalFields;
}

/** A reason why the risk of a change is above `low`. */
export const riskReason = z
  .object({
    rule: z
      .enum(rules.map(({ rule }) => rule))
      .meta({ id: 'RiskRule', description: 'The rule that produced the reason.' }),
    level: z.enum(['look', 'high']),
    message: z.string().meta({ description: 'The reason, with the value concerned.' }),
  })
  .meta({ id: 'RiskReason', description: 'A reason for the risk level of a change.' });
type RiskReason = z.infer<typeof riskReason>;

type Risk = {
  level: RiskLevel;
  /** The reasons, worst first; empty for low risk. */
  reasons: RiskReason[];
};

/** Assesses a change with all rules. The level is that of the worst reason; `low` without reasons. */
export function assessRisk(facts: RiskFacts): Risk {
  const reasons = rules.flatMap(({ rule, level, createMessage }): RiskReason[] => {
    const message = createMessage(facts);
    if (message === null) return [];
    return [{ rule, level: typeof level === 'string' ? level : level(facts), message }];
  });
  const levelsWorstFirst = [...riskLevels]
    .reverse()
    .flatMap((level) => reasons.filter((each) => each.level === level));
  return { level: levelsWorstFirst[0]?.level ?? 'low', reasons: levelsWorstFirst };
}

/**
 * Assesses changes just before they are decided. Returns the risks by change id; null or absent: not
 * assessed. Never throws, because the risks are only recorded in statistics and the audit trail.
 */
export type RiskAtDecision = (changeIds: readonly number[]) => Promise<ReadonlyMap<number, RiskLevel | null>>;

/**
 * Largest number of changes that one call assesses; a call with more gets no risks. Assessing a change costs
 * about as much as listing it.
 */
const maxAssessedPerCall = 500;

export const skipRiskAssessment: RiskAtDecision = async () => new Map();

/**
 * Creates a `RiskAtDecision` that combines calls: concurrent calls, and calls during an earlier assessment,
 * share one assessment and its reads.
 * @param onError called with the error of a failed assessment, whose callers get no risks
 */
export function createRiskAtDecision(
  readRisks: RiskAtDecision,
  onError: (error: unknown) => void,
): RiskAtDecision {
  let openGroup: { readonly ids: Set<number>; readonly risks: ReturnType<RiskAtDecision> } | null = null;
  let lastAssessment: Promise<unknown> = Promise.resolve();

  const assess = async (ids: readonly number[]): ReturnType<RiskAtDecision> => {
    try {
      return await readRisks(ids);
    } catch (error) {
      onError(error);
      return new Map();
    }
  };

  return async (changeIds) => {
    const ids = changeIds.filter((id) => id > 0);
    const combinedIds = new Set([...(openGroup?.ids ?? []), ...ids]);
    if (new Set(ids).size > maxAssessedPerCall) return new Map();
    if (openGroup && combinedIds.size <= maxAssessedPerCall) {
      for (const id of ids) openGroup.ids.add(id);
      return openGroup.risks;
    }
    const groupIds = new Set(ids);
    const previousAssessment = lastAssessment;
    const risks = Promise.all([previousAssessment, yieldToEventLoop()]).then(() => {
      if (openGroup?.ids === groupIds) openGroup = null;
      return assess([...groupIds].sort((a, b) => a - b));
    });
    openGroup = { ids: groupIds, risks };
    lastAssessment = risks;
    return risks;
  };
}
