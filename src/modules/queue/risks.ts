import { yieldToEventLoop } from '../../kernel/concurrency/time-slice.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { type AddressState, unseen } from '../../records/files/address-state.ts';
import type { Tx } from '../../store/tx.ts';
import type { Finding } from './findings/finding.ts';
import { type RiskLevel, riskLevels } from './pending-change.ts';
import type { ChangeExtent } from './proposal-diff.ts';
import { repairRisk } from './repair-risk.ts';
import { judgedFiles, type KnownUsage, type RiskFacts, rules } from './risk-rules.ts';
import { changeStore } from './store.ts';

/** Gives how much live models are used, without waiting; `prepare` fetches the figures of categories. */
export interface UsageAtHand {
  prepare(categories: Iterable<string>): Promise<void>;
  of(category: string, name: string): KnownUsage | 'unknown' | null;
}

export type Risks = ReturnType<typeof createRisks>;
export type Histories = ReadonlyMap<string, { readonly applied: number; readonly rejected: number }>;

const none = { applied: 0, rejected: 0 };

/** The risk of open changes. */
export function createRisks({
  usage,
  addressState = () => unseen,
  settings,
}: {
  readonly usage: UsageAtHand;
  /** The state of a file's address. Absent: nothing is known of any. */
  readonly addressState?: (url: string) => AddressState;
  readonly settings: { readonly muchUsedPerMonth: number };
}) {
  return {
    /** Fetches usage for the assessment of changes of these categories. Call it outside a transaction. */
    prepare: usage.prepare,
    /** Counts the applied and rejected changes of these accounts. */
    histories: (reader: Tx, userIds: Iterable<string>): Promise<Histories> =>
      changeStore(reader).decidedOf([...userIds]),
    of: (
      change: {
        readonly category: string;
        readonly name: string;
        readonly requestedBy: string;
        /** The v2 record as it would be; null for a deletion. */
        readonly record: JsonObject | null;
        /** The v2 record that it would replace. */
        readonly live: JsonObject | null;
        /** Whether `propose_file_repairs` has made the change, and nobody has revised it since. */
        readonly isRepair: boolean;
        readonly extent: ChangeExtent;
        readonly findings: readonly Finding[];
        readonly stale: boolean;
        readonly otherChanges: number;
      },
      histories: Histories,
    ): Risk => {
      const { category, name, requestedBy, extent, findings, stale, otherChanges } = change;
      return assessRisk({
        netOperation: extent.net_operation ?? 'unchanged',
        criticalFields: extent.critical_fields,
        changedFields: extent.changed_field_count,
        findings,
        repair: change.isRepair ? repairRisk(change, addressState) : null,
        files: judgedFiles(change, addressState),
        stale,
        otherChanges,
        usage: usage.of(category, name),
        muchUsedPerMonth: settings.muchUsedPerMonth,
        history: histories.get(requestedBy) ?? none,
      });
    },
  };
}

/** A reason why the risk of a change is above `low`. */
export type RiskReason = {
  rule: RiskRule;
  level: Exclude<RiskLevel, 'low'>;
  /** The reason in words, with the value that was found. */
  message: string;
};

type RiskRule = (typeof rules)[number]['rule'];

type Risk = {
  level: RiskLevel;
  /** The reasons, the worst first; empty for a change of low risk. */
  reasons: RiskReason[];
};

/** Assesses a change by all rules: its level is that of the worst reason. */
export function assessRisk(facts: RiskFacts): Risk {
  const reasons = rules.flatMap(({ rule, level, says }): RiskReason[] => {
    const message = says(facts);
    if (message === null) return [];
    return [{ rule, level: typeof level === 'string' ? level : level(facts), message }];
  });
  const worstFirst = [...riskLevels]
    .reverse()
    .flatMap((level) => reasons.filter((each) => each.level === level));
  return { level: worstFirst[0]?.level ?? 'low', reasons: worstFirst };
}

/** Tells whether a live model counts as much used; usage that is not known counts as much. */
export function isMuchUsed({
  usage,
  muchUsedPerMonth,
}: Pick<RiskFacts, 'usage' | 'muchUsedPerMonth'>): boolean {
  return usage === 'unknown' || (usage !== null && usage.month >= muchUsedPerMonth);
}

/**
 * Gives the risks of changes that are about to be decided, by id; null or absent: not assessed. Never fails: the
 * risk is a note for statistics and the audit trail, so no decision has to wait long for it, or is refused.
 */
export type AssessDecided = (changeIds: readonly number[]) => Promise<ReadonlyMap<number, RiskLevel | null>>;

/**
 * The most changes that one call assesses; a call about more gets no risks. Assessing a change costs about as much
 * as its row in a list.
 */
const mostAssessedAtOnce = 500;

export const notAssessed: AssessDecided = async () => new Map();

/**
 * Combines calls that arrive together, or while earlier ones are being assessed, into one assessment, so that
 * shared reads happen once.
 */
export function createAssessDecided(
  risksOf: AssessDecided,
  onError: (error: unknown) => void,
): AssessDecided {
  let gathering: { readonly ids: Set<number>; readonly risks: ReturnType<AssessDecided> } | null = null;
  let latest: Promise<unknown> = Promise.resolve();

  const assess = async (ids: readonly number[]): ReturnType<AssessDecided> => {
    try {
      return await risksOf(ids);
    } catch (error) {
      onError(error);
      return new Map();
    }
  };

  return async (changeIds) => {
    const ids = changeIds.filter((id) => id > 0);
    const all = new Set([...(gathering?.ids ?? []), ...ids]);
    if (new Set(ids).size > mostAssessedAtOnce) return new Map();
    if (gathering && all.size <= mostAssessedAtOnce) {
      for (const id of ids) gathering.ids.add(id);
      return gathering.risks;
    }
    const own = new Set(ids);
    const earlier = latest;
    const risks = Promise.all([earlier, yieldToEventLoop()]).then(() => {
      if (gathering?.ids === own) gathering = null;
      return assess([...own].sort((a, b) => a - b));
    });
    gathering = { ids: own, risks };
    latest = risks;
    return risks;
  };
}
