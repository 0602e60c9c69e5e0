import { formatUtcDate } from '../../../kernel/clock.ts';
import { joinFirstNames } from '../../../kernel/first-names.ts';
import { findUnknownSchedulers, knownSchedulers } from '../../../records/categories/image-requirements.ts';
import type { Categories } from '../../../records/categories/index.ts';
import type { DraftNote } from '../../../records/draft-note.ts';
import {
  type AddressState,
  findRefusalByAddress,
  type Refusal,
  uncheckedAddress,
} from '../../../records/files/address-state.ts';
import { downloadsOf, filesOfRecord, isSha256, sizeOf } from '../../../records/files/record-file.ts';
import { type FileVerdict, judge } from '../../../records/files/verdict.ts';
import { replacementOf } from '../../../records/lifecycle.ts';
import { type Catalog, findAlikeNames, findSuccessor, knownModelsOf } from '../../catalog/index.ts';
import { baselineRules } from './baseline-rules.ts';
import { fileRules, unusualTextRules, urlRules } from './file-rules.ts';
import {
  type Finding,
  type FindingRule,
  findingFacts,
  findingRules,
  formatChangeIds,
  type LintedProposal,
  listOtherModels,
  type Problem,
  type RecordRule,
  type Rule,
} from './finding.ts';
import { licenseRules } from './license-rules.ts';
import { nameRules } from './name-rules.ts';

/**
 * Rules about the hosts' responses to the registry's file checks. The responses arrive after the proposal was
 * queued, and may change later.
 */
const evidenceRules = {
  file_mismatch: createVerdictRule('mismatch', 'sha256sum'),
  file_gone: createFileRule('file_url', (judgement, state) =>
    findRefusalByAddress(state) === null ? createVerdictMessage('gone', judgement, state) : null,
  ),
  file_not_called: createFileRule('file_url', (_, state) => findRefusalByAddress(state)?.reason ?? null),
  file_size_differs: createVerdictRule('size_differs', 'size_bytes'),
  file_gated: createFileRule(
    'file_url',
    (...args) => createVerdictMessage('gated', ...args) ?? createUnconfirmedMessage('gated', ...args),
  ),
  file_moved: createVerdictRule('moved', 'file_url'),
  file_mutable: createVerdictRule('mutable', 'file_url'),

  file_not_found: createFileRule('file_url', (...args) => createUnconfirmedMessage('missing', ...args)),

  file_not_looked_at: function* ({
    category,
    name,
    record,
    awaitsFileChecks = false,
    addressState = () => uncheckedAddress,
  }) {
    if (record === null || !awaitsFileChecks) return;
    const fetchableFiles = filesOfRecord(category, name, record).filter(({ host }) => host !== null);
    const uncheckedFiles = fetchableFiles.filter(({ url }) => addressState(url).checked_at === null);
    const [firstFile] = uncheckedFiles;
    if (firstFile === undefined) return;
    const firstUrlText =
      uncheckedFiles.length === 1 ? firstFile.url : `the first of them is ${firstFile.url}`;
    const message = `${uncheckedFiles.length} of ${fetchableFiles.length} files have not been checked yet; ${firstUrlText}.`;
    yield { path: `${firstFile.field_path}.file_url`, message };
  },
} satisfies Partial<Record<FindingRule, Rule>>;

type VerdictMessage = (judgement: ReturnType<typeof judge>, state: AddressState) => string | null;

function createVerdictRule(verdict: FileVerdict, field: string): Rule {
  return createFileRule(field, (...args) => createVerdictMessage(verdict, ...args));
}

function createVerdictMessage(
  verdict: FileVerdict,
  ...[judgement, { known }]: Parameters<VerdictMessage>
): string | null {
  if (judgement.verdict !== verdict) return null;
  const checkedText = known === null ? '' : ` (checked ${formatUtcDate(known.at)})`;
  return `${judgement.detail}${checkedText}`;
}

/** Returns a message when the host has reported `outcome` once and this is not confirmed yet; else null. */
function createUnconfirmedMessage(
  outcome: Refusal['outcome'],
  ...[, state]: Parameters<VerdictMessage>
): string | null {
  const { doubt } = state;
  if (doubt?.observation.outcome !== outcome || findRefusalByAddress(state) !== null) return null;
  return `${doubt.observation.reason} The host reported this once, on ${formatUtcDate(doubt.at)}; it is not confirmed yet.`;
}

function createFileRule(field: string, messageOf: VerdictMessage): Rule {
  return function* ({ category, name, record, addressState = () => uncheckedAddress }) {
    if (record === null) return;
    for (const file of filesOfRecord(category, name, record)) {
      const state = addressState(file.url);
      if (state === uncheckedAddress) continue;
      const message = messageOf(judge(file, state), state);
      if (message !== null) yield { path: `${file.field_path}.${field}`, message };
    }
  };
}

/** Largest number of styles in the message of a finding. */
const maxNamedStyles = 5;

/** Rules about the deletion of a model that other records, styles or users depend on. */
const dependantRules = {
  baseline_of_others: function* (proposal) {
    const { category, name, deletes = false } = proposal;
    if (!deletes) return;
    const modelNames = listOtherModels(proposal, (models) =>
      models.category === category ? models.byBaseline.get(name) : undefined,
    );
    if (modelNames !== null)
      yield { path: 'name', message: `Other models name this one as their baseline: ${modelNames}.` };
  },

  replacement_of_others: function* (proposal) {
    const { category, name, deletes = false } = proposal;
    if (!deletes) return;
    const modelNames = listOtherModels(proposal, (models) =>
      models.category === category ? models.byReplacement.get(name) : undefined,
    );
    if (modelNames !== null)
      yield { path: 'name', message: `Other models name this one as their replacement: ${modelNames}.` };
  },

  used_by_styles: function* ({ category, name, deletes = false, stylesOf }) {
    const styles = deletes ? stylesOf?.(category, name) : undefined;
    if (!styles || styles.length === 0) return;
    const quotedStyles = styles.map((style) => `'${style}'`);
    const message = `Styles of the horde use this model: ${joinFirstNames(quotedStyles, maxNamedStyles)}.`;
    yield { path: 'name', message };
  },

  named_in_catalogue: function* ({ category, name, deletes = false, isRenamed = false, mentions }) {
    if (!deletes) return;
    for (const message of mentions?.(category, name, isRenamed) ?? []) yield { path: 'name', message };
  },

  styles_unknown: function* ({ category, name, deletes = false, stylesOf }) {
    if (!deletes || stylesOf?.(category, name) !== null) return;
    yield {
      path: 'name',
      message: 'The styles of the horde are unavailable, so it is unknown whether they use this model.',
    };
  },

  file_of_others: function* (proposal) {
    const { deletes = false, live } = proposal;
    if (!deletes || live === null) return;
    for (const { path, sha256 } of downloadsOf(live)) {
      if (!isSha256(sha256)) continue;
      const modelNames = listOtherModels(proposal, ({ byHash }) => byHash.get(sha256.toLowerCase()));
      if (modelNames !== null)
        yield { path: `${path}.sha256sum`, message: `The file ${sha256} is also a file of ${modelNames}.` };
    }
  },
} satisfies Partial<Record<FindingRule, Rule>>;

const draftRules = {
  draft_question: ({ draftNotes = [] }) => filterNotes(draftNotes, true),
  draft_note: ({ draftNotes = [] }) => filterNotes(draftNotes, false),
} satisfies Partial<Record<FindingRule, Rule>>;

function filterNotes(notes: readonly DraftNote[], isOpen: boolean): Problem[] {
  return notes
    .filter(({ open }) => open === isOpen)
    .map(({ field_path: path, message }) => ({ path, message }));
}

/**
 * Factor by which a model's size may change without a finding. A greater change may mean that the record now
 * describes another model.
 */
const unusualFactor = 2;

/** Rules about former names and about the replacement of a deprecated model. */
const lifecycleRules = {
  former_name: function* ({ category, name, live, record, successorOf }) {
    if (live !== null || record === null) return;
    const successor = successorOf?.(category, name);
    if (successor === undefined) return;
    yield {
      path: 'name',
      message: `'${name}' is a former name of '${successor}': clients that ask for it mean that model.`,
    };
  },

  replacement_missing: function* ({ category, record, knownModels, follows }) {
    const replacementName = record && replacementOf(record);
    const ownModels = knownModels.find((models) => models.category === category);
    const isMissing = (name: string) => !(ownModels && findAlikeNames(name, ownModels).has(name));
    const followText = `There is no model '${follows?.to}' in ${category} yet: this change follows the rename of '${follows?.from}'. Apply that first, or both in one call.`;
    if (replacementName && isMissing(replacementName)) {
      yield {
        path: 'lifecycle.replaced_by',
        message:
          replacementName === follows?.to
            ? followText
            : `There is no model '${replacementName}' in ${category} that could replace it.`,
      };
    }
    // Other baselines of text models need no record.
    if (follows && record?.baseline === follows.to && isMissing(follows.to))
      yield { path: 'baseline', message: followText };
  },
} satisfies Partial<Record<FindingRule, Rule>>;

export const rules: Readonly<Record<RecordRule, Rule>> = {
  ...nameRules,
  ...fileRules,
  ...unusualTextRules,
  ...urlRules,
  ...evidenceRules,
  ...dependantRules,
  ...baselineRules,
  ...draftRules,
  ...lifecycleRules,
  ...licenseRules,

  /** Reports nothing: `lintRename` adds this finding to a change that renames its model. */
  renamed: () => [],

  size_change: function* ({ record, live }) {
    const [before, after] = [live && sizeOf(live), record && sizeOf(record)];
    if (before === null || after === null) return;
    if (after <= before * unusualFactor && after * unusualFactor >= before) return;
    const message = `The files of the change take ${after} bytes, the files of the live record ${before}.`;
    yield { path: 'size_on_disk_bytes', message };
  },

  unknown_scheduler: function* ({ category, record }) {
    if (category !== 'image_generation' || record === null) return;
    const schedulerNames = knownSchedulers.join(', ');
    for (const name of findUnknownSchedulers(record)) {
      const message = `'${name}' is not a known scheduler. Known: ${schedulerNames}`;
      yield { path: 'requirements.schedulers', message };
    }
  },

  same_proposal_waiting: function* ({ sameProposals: changeIds }) {
    if (changeIds.length === 0) return;
    const otherChangesText =
      changeIds.length === 1 ? 'another open change' : `${changeIds.length} other open changes`;
    yield {
      path: null,
      message: `The same record is proposed by ${otherChangesText} of this model: ${formatChangeIds(changeIds)}.`,
    };
  },
};

const recordRules = findingRules.filter((rule): rule is RecordRule => rule in rules);

/** Largest number of findings about one record. A record with thousands of downloads may have many more. */
const maxFindings = 50;

/** Runs all rules on a proposed record. Returns at most `maxFindings` findings, the worst first. */
export function lint(proposal: LintedProposal): Finding[] {
  const findings: Finding[] = [];
  for (const rule of recordRules) {
    for (const { path, message } of rules[rule](proposal)) {
      if (findings.length === maxFindings) return findings;
      findings.push({ rule, severity: findingFacts[rule].severity, field_path: path, message });
    }
  }
  return findings;
}

/**
 * Returns the findings about a proposal. For a rename, includes those about the new name, and about other
 * records and styles that use the old name.
 * @param to the new name; null when the proposal does not rename its model
 */
function lintRename(to: string | null, proposal: LintedProposal): Finding[] {
  const findings = lint(proposal);
  if (to === null) return findings;
  const { name } = proposal;
  const nameFindings = lint({ ...proposal, name: to, live: null }).filter(
    ({ rule, message }) => rule in nameRules && !message.includes(`'${name}'`),
  );
  // Reads by the old name fail as for a deleted model.
  const dependantFindings = lint({ ...proposal, record: null, deletes: true, isRenamed: true }).filter(
    ({ rule }) => rule in dependantRules && rule !== 'file_of_others',
  );
  const message = `'${name}' is renamed to '${to}': reads by the old name return 404 with a link to the new name.`;
  const renameFinding: Finding = {
    rule: 'renamed',
    severity: findingFacts.renamed.severity,
    field_path: 'name',
    message,
  };
  return [renameFinding, ...nameFindings, ...dependantFindings, ...findings].slice(0, maxFindings);
}

export type Findings = ReturnType<typeof createFindings>;

/**
 * Creates the service that compares proposed records with the live models of all categories and reports
 * findings to reviewers.
 */
export function createFindings({
  catalog,
  categories,
  preferredHosts,
  addressState = () => uncheckedAddress,
  checksFiles = false,
  stylesOf,
  mentions,
  isDeprecatedLicense,
}: {
  readonly catalog: Pick<Catalog, 'snapshot'>;
  /** The categories that proposed records are compared with. */
  readonly categories: Pick<Categories, 'list' | 'find' | 'baselines'>;
  readonly preferredHosts: readonly string[];
  /** Returns the observations about a file's URL. Absent: no URL was observed. */
  readonly addressState?: (url: string) => AddressState;
  /** Whether the deployment checks the files of queued proposals. Default: false. */
  readonly checksFiles?: boolean;
  /**
   * Returns the names of the horde's styles that use a model; null when currently unknown. Absent: the
   * deployment reads no styles.
   */
  readonly stylesOf?: LintedProposal['stylesOf'];
  /**
   * Returns messages about data that references a model to be deleted or renamed. Absent: there are no such
   * references.
   */
  readonly mentions?: LintedProposal['mentions'];
  /** Returns whether a licence is deprecated; undefined when it has no definition. Absent: unknown. */
  readonly isDeprecatedLicense?: LintedProposal['isDeprecatedLicense'];
}) {
  return {
    /**
     * Returns the findings about a proposal; none when its category is disabled.
     * @param isQueued whether the proposal is in the queue; false (the default) for a dry run
     * @param renamesTo the new name of the model; null (the default): not renamed
     */
    of: ({
      isQueued = false,
      renamesTo = null,
      ...proposed
    }: Pick<
      LintedProposal,
      | 'category'
      | 'name'
      | 'record'
      | 'live'
      | 'deletes'
      | 'sameProposals'
      | 'changesWithHash'
      | 'draftNotes'
      | 'baselineProposals'
      | 'follows'
    > & { readonly isQueued?: boolean; readonly renamesTo?: string | null }): Finding[] =>
      categories.find(proposed.category)
        ? lintRename(renamesTo, {
            ...proposed,
            baselines: categories.baselines,
            knownModels: categories.list.map((category) => knownModelsOf(catalog, category)),
            preferredHosts,
            addressState,
            awaitsFileChecks: isQueued && checksFiles,
            ...(stylesOf && { stylesOf }),
            ...(mentions && { mentions }),
            isDeprecatedLicense,
            recordOf: (name) => catalog.snapshot('v2', proposed.category).get(name)?.record,
            successorOf: (category, name) => findSuccessor(catalog.snapshot('v2', category), name),
          })
        : [],
  };
}
