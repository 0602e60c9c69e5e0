import type { JsonObject } from '../../kernel/json.ts';
import type { NetOperation } from '../../records/enums.ts';
import type { AddressState } from '../../records/files/address-state.ts';
import { filesOfRecord, type RecordFile } from '../../records/files/record-file.ts';
import { type FileVerdict, fileVerdicts, judge } from '../../records/files/verdict.ts';
import type { Finding } from './findings/finding.ts';
import type { RiskLevel } from './pending-change.ts';

type Level = Exclude<RiskLevel, 'low'>;

interface Rule {
  readonly rule: string;
  /** The risk level when the rule applies; a function when it depends on the change. */
  readonly level: Level | ((facts: RiskFacts) => Level);
  /** When the rule applies, as Markdown for docs/findings.md. */
  readonly when: string;
  /**
   * Returns the message for reviewers: why the rule applies, with the relevant values. Null when it does not
   * apply.
   */
  readonly createMessage: (facts: RiskFacts) => string | null;
}

/** A change of a live model that modifies more fields than this has at least the risk `look`. */
const maxNarrowFields = 8;

/**
 * Names of the findings about a file's verdict. `listOtherMessages` skips them, because other risk rules assess
 * the verdicts.
 */
const verdictRules: ReadonlySet<string> = new Set(fileVerdicts.map((verdict) => `file_${verdict}`));

/** A model with at least this number of uses in the last month counts as much used. */
const minUsesOfPopularModel = 1_000;

/** Names of the findings that `listOtherMessages` skips, because the rule `dependants` reports them. */
const dependantRules: ReadonlySet<string> = new Set<Finding['rule']>([
  'baseline_of_others',
  'replacement_of_others',
  'used_by_styles',
]);

const listOtherMessages = (findings: readonly Finding[], severity: Finding['severity']) =>
  findings
    .filter(
      ({ rule, severity: findingSeverity }) =>
        findingSeverity === severity && !verdictRules.has(rule) && !dependantRules.has(rule),
    )
    .map(({ message }) => message);

/** Largest number of files in one reason. */
const maxNamedFiles = 3;

/** Returns a text that lists the files with one of these verdicts; null when there are none. */
function listNamedFiles(files: readonly JudgedFile[], verdicts: readonly FileVerdict[]): string | null {
  const matchingFiles = files.filter(({ verdict }) => verdicts.includes(verdict));
  if (matchingFiles.length === 0) return null;
  const fileTexts = matchingFiles
    .slice(0, maxNamedFiles)
    .map(({ path, verdict, detail }) => `${path} (${verdict}): ${detail}`);
  const omittedCount = matchingFiles.length - fileTexts.length;
  return [...fileTexts, ...(omittedCount > 0 ? [`And ${omittedCount} more.`] : [])].join(' ');
}

/**
 * Returns the verb for a change that removes a model name, by deletion or rename; null for other changes.
 * Workers and styles that request a renamed model by its old name do not find it.
 */
const chooseRemovalVerb = ({ netOperation, renames }: RiskFacts): 'Deletes' | 'Renames' | null =>
  netOperation === 'deleted' ? 'Deletes' : renames ? 'Renames' : null;

/** Returns the sentence that a rename appends to the message of a deletion rule; empty for a deletion. */
const formatOldNameWarning = (verb: 'Deletes' | 'Renames') =>
  verb === 'Renames' ? ' Requests for its old name find no model.' : '';

export const rules = [
  {
    rule: 'deletes_used',
    level: 'high',
    when: 'a model is deleted or renamed that workers serve or that was used in the last month',
    createMessage: (facts) => {
      const { usage } = facts;
      const verb = chooseRemovalVerb(facts);
      if (!verb || usage === null || usage === 'unknown') return null;
      if (!usage.workers && usage.month === 0) return null;
      const workersText = usage.workers === null ? '' : `${usage.workers} workers serve and that `;
      return `${verb} a model that ${workersText}was used ${usage.month} times in a month.${formatOldNameWarning(verb)}`;
    },
  },
  {
    // Usage may be high even if it is not counted.
    rule: 'deletes_unknown_use',
    level: 'high',
    when: 'a model is deleted or renamed whose usage is not counted (all categories but `image_generation` and `text_generation`) or currently unknown',
    createMessage: (facts) => {
      const { usage } = facts;
      const verb = chooseRemovalVerb(facts);
      const isKnown = usage !== null && usage !== 'unknown' && (usage.workers !== null || usage.month > 0);
      if (!verb || isKnown) return null;
      const why =
        usage === null ? 'usage is not counted for this category' : 'its usage is currently unknown';
      return `${verb} a model that many may use: ${why}.${formatOldNameWarning(verb)}`;
    },
  },
  {
    rule: 'critical_finding',
    level: 'high',
    when: 'any critical finding except `file_mismatch` and `file_gone`, which count as `wrong_file`',
    createMessage: ({ findings }) => {
      const messages = listOtherMessages(findings, 'critical');
      return messages.length > 0 ? messages.join(' ') : null;
    },
  },
  {
    rule: 'critical_fields',
    level: 'high',
    when: 'a download or another critical field of a live model changes, except by repairs',
    createMessage: ({ netOperation, criticalFields, repair }) =>
      netOperation === 'modified' && criticalFields.length > 0 && repair === null
        ? `Changes critical fields: ${criticalFields.join(', ')}.`
        : null,
  },
  {
    rule: 'repair',
    level: ({ repair }) => (repair?.level === 'high' ? 'high' : 'look'),
    when: 'an unrevised [repair](files.md). Low: the host confirmed the recorded hash. Look: not confirmed yet, or the hash or size is taken from the host. High: a new URL without a hash',
    createMessage: ({ repair }) => (repair && repair.level !== 'low' ? repair.message : null),
  },
  {
    rule: 'wrong_file',
    level: 'high',
    when: 'the host of a file reports a different SHA-256 or size, or the file is gone',
    createMessage: ({ files }) =>
      listNamedFiles(files, ['mismatch', 'malformed_hash', 'size_differs', 'gone']),
  },
  {
    rule: 'gated_file',
    level: 'look',
    when: 'the host of a file requires an account',
    createMessage: ({ files }) => listNamedFiles(files, ['gated']),
  },
  {
    // Many live files have a mutable URL, so only new files raise the risk of a change.
    rule: 'unsure_file',
    level: 'look',
    when: 'a new file is permanently redirected, has a mutable URL, or could not be reached',
    createMessage: ({ files }) =>
      listNamedFiles(
        files.filter(({ isNew }) => isNew),
        ['moved', 'mutable', 'unreachable'],
      ),
  },
  {
    rule: 'much_used',
    level: 'look',
    when: 'a live model changes that was used at least 1,000 times in the last month',
    createMessage: (facts) => {
      const { usage } = facts;
      if (facts.netOperation !== 'modified' || usage === null || usage === 'unknown') return null;
      return usage.month >= minUsesOfPopularModel
        ? `The model was used ${usage.month} times in a month (much used: from ${minUsesOfPopularModel} on).`
        : null;
    },
  },
  {
    rule: 'usage_unknown',
    level: 'look',
    when: 'a live model changes whose usage is currently unknown',
    createMessage: (facts) =>
      facts.netOperation === 'modified' && facts.usage === 'unknown'
        ? 'The usage of the model is currently unknown.'
        : null,
  },
  {
    rule: 'deletes',
    level: 'look',
    when: 'a model is deleted',
    createMessage: ({ netOperation }) => (netOperation === 'deleted' ? 'Deletes a model.' : null),
  },
  {
    rule: 'dependants',
    level: 'look',
    when: 'other models or styles of the horde depend on the deleted or renamed model',
    createMessage: ({ findings }) => {
      const messages = findings.filter(({ rule }) => dependantRules.has(rule)).map(({ message }) => message);
      return messages.length > 0 ? messages.join(' ') : null;
    },
  },
  {
    rule: 'stale',
    level: 'look',
    when: 'the live record has changed since the proposal, or its model was renamed (such a change is refused at apply)',
    createMessage: ({ stale, displaced }) => {
      if (displaced !== null) return `It cannot be applied: ${displaced}`;
      return stale ? 'The live record has changed since the change was proposed.' : null;
    },
  },
  {
    rule: 'other_changes',
    level: 'look',
    when: 'other changes of the model are open',
    createMessage: ({ otherChanges, renames }) => {
      if (otherChanges === 0) return null;
      const consequence = renames
        ? 'those applied before it or in the same call are kept, the others are refused until they are revised to the new name.'
        : 'the last one applied takes effect.';
      return `Other changes of the model are open (${otherChanges}): ${consequence}`;
    },
  },
  {
    rule: 'warning',
    level: 'look',
    when: 'any other warning',
    createMessage: ({ findings }) => {
      const messages = listOtherMessages(findings, 'warning');
      return messages.length > 0 ? messages.join(' ') : null;
    },
  },
  {
    rule: 'wide',
    level: 'look',
    when: `more than ${maxNarrowFields} fields of a live model change at once`,
    createMessage: ({ netOperation, changedFields }) =>
      netOperation === 'modified' && changedFields > maxNarrowFields
        ? `Changes ${changedFields} fields at once.`
        : null,
  },
  {
    rule: 'new_requestor',
    level: 'look',
    when: 'no change of the requestor was applied yet',
    createMessage: ({ history }) =>
      history.applied === 0 ? 'No change of this requestor was applied so far.' : null,
  },
  {
    rule: 'often_rejected',
    level: 'look',
    when: 'more changes of the requestor were rejected than applied (withdrawals excluded)',
    createMessage: ({ history: { applied, rejected } }) =>
      applied > 0 && rejected > applied
        ? `More changes of this requestor were rejected (${rejected}) than applied (${applied}).`
        : null,
  },
] as const satisfies readonly Rule[];

/**
 * The usage of a live model. `workers`: the number of workers that serve it; null when unknown. `month`: the
 * number of uses in the last month.
 */
export interface KnownUsage {
  readonly workers: number | null;
  readonly month: number;
}

export interface RiskFacts {
  readonly netOperation: NetOperation;
  /** Whether the change renames a live model. */
  readonly renames: boolean;
  /** Whether the live record differs from the base record of the change. */
  readonly stale: boolean;
  /** Why the change's model name no longer refers to its model, as a sentence; null when it still does. */
  readonly displaced: string | null;
  /**
   * Dotted paths of the critical differences, or descriptions of those in `licensing`; empty unless the
   * change modifies a live model.
   */
  readonly criticalFields: readonly string[];
  readonly changedFields: number;
  readonly findings: readonly Finding[];
  /** Risk of a change that only repairs files; null for other changes. */
  readonly repair: RepairRisk | null;
  /** The files of the record after the change. */
  readonly files: readonly JudgedFile[];
  /** Number of other pending or approved changes of the model. */
  readonly otherChanges: number;
  /**
   * The usage of the live model. `unknown`: the figures are currently unavailable. Null: usage is not counted
   * for this category.
   */
  readonly usage: KnownUsage | 'unknown' | null;
  /** The numbers of the requestor's applied and rejected changes so far. */
  readonly history: { readonly applied: number; readonly rejected: number };
}

export interface RepairRisk {
  readonly level: RiskLevel;
  readonly message: string;
}

/** A file of a proposed record, with the verdict from its host's responses so far. */
export interface JudgedFile {
  /** Path of the file in the v2 record, such as `config.download.0`. */
  readonly path: string;
  readonly verdict: FileVerdict;
  readonly detail: string;
  /** Whether the live record has no file with this URL, hash and size. */
  readonly isNew: boolean;
}

/** Judges the files of a proposed record. Returns none for a deletion. */
export function judgeFiles(
  { category, name, record, live }: JudgedRecord,
  addressState: (url: string) => AddressState,
): JudgedFile[] {
  if (record === null) return [];
  const before = new Set((live ? filesOfRecord(category, name, live) : []).map(createFileKey));
  return filesOfRecord(category, name, record).map((file) => ({
    path: file.field_path,
    ...judge(file, addressState(file.url)),
    isNew: !before.has(createFileKey(file)),
  }));
}

export interface JudgedRecord {
  readonly category: string;
  readonly name: string;
  /** The v2 record after the change; null for a deletion. */
  readonly record: JsonObject | null;
  /** The live v2 record before the change; null when there is none. */
  readonly live: JsonObject | null;
}

function createFileKey({ url, expected: { sha256, size_bytes } }: RecordFile): string {
  return JSON.stringify([url, sha256, size_bytes]);
}
