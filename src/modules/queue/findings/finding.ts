import { z } from 'zod';
import { joinFirstNames } from '../../../kernel/first-names.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { KnownBaselines } from '../../../records/baselines/known-baselines.ts';
import type { DraftNote } from '../../../records/draft-note.ts';
import type { AddressState } from '../../../records/files/address-state.ts';
import { createAddressKey } from '../../../records/files/host-address.ts';
import { type Download, downloadsOf, isSha256 } from '../../../records/files/record-file.ts';
import type { KnownModels } from '../../catalog/index.ts';

/**
 * Severities, worst first. `critical`: the change may break workers or another model. `warning`: probably
 * unintended. `note`: for information.
 */
export const findingSeverities = ['critical', 'warning', 'note'] as const;
export type FindingSeverity = (typeof findingSeverities)[number];

/**
 * All rules, in the order in which findings are listed (worst first). `when` is Markdown that says when the
 * rule reports a finding; docs/findings.md is generated from it.
 */
export const findingFacts = {
  unsafe_file_name: { severity: 'critical', when: 'a file would be stored outside the models folder' },
  derived_name_taken: {
    severity: 'critical',
    when: 'backends would serve the new text model under a name (`koboldcpp/…`, `aphrodite/…`) that another model has',
  },
  confusable_name: {
    severity: 'critical',
    when: 'the new name looks like the name of a live model of the category: letters of another alphabet, invisible characters, or differently encoded accents',
  },
  hidden_characters: {
    severity: 'critical',
    when: 'the new name has invisible characters, unusual spaces, or spaces at its ends',
  },
  same_address_other_hash: {
    severity: 'critical',
    when: 'a URL has a different SHA-256 than in the live record, or no longer has one: the file may have been replaced. The message lists other open changes with the new hash',
  },
  change_set_refused: {
    severity: 'critical',
    when: 'a change set of a catalogue, such as that of [baselines](baselines.md), violates a rule in the current state',
  },
  file_mismatch: {
    severity: 'critical',
    when: 'the host of the file reports a different SHA-256 ([verdicts](files.md))',
  },
  file_gone: {
    severity: 'critical',
    when: 'the host reported the file as missing twice, hours apart',
  },
  expiring_url: {
    severity: 'critical',
    when: 'a URL is signed for a limited time (S3, R2, Google Cloud Storage, Azure, CloudFront). The message states when it expires',
  },
  file_not_found: { severity: 'warning', when: 'the host reported the file as missing once' },
  file_not_called: {
    severity: 'warning',
    when: 'the registry may not call the URL or the target of its redirect: a private network, a port other than 80, 443, 8080 and 8443, or a redirect from https to http. The file was not checked',
  },
  file_size_differs: { severity: 'warning', when: 'the host reports a different size' },
  file_gated: { severity: 'warning', when: 'the host requires an account, or has refused access once' },
  page_not_file: {
    severity: 'warning',
    when: 'the URL is a page of Civitai, Hugging Face, GitHub or Google Drive, not a file',
  },
  baseline_not_live: {
    severity: 'warning',
    when: 'the [baseline](baselines.md) of the model is not live yet. The message names the change that proposes it',
  },
  change_set_warning: {
    severity: 'warning',
    when: 'a change set of a catalogue affects live models, for example by a price. The message states the effect and the number of models',
  },
  no_file: {
    severity: 'warning',
    when: 'the model has no file although others in its category do, or it loses its last file',
  },
  unloadable_file: {
    severity: 'warning',
    when: 'a file name or URL has an ending that no worker loads: an archive, a page or a program (`.zip`, `.rar`, `.html`, `.exe` …)',
  },
  missing_shard: {
    severity: 'warning',
    when: 'the record lacks files of a model in several files (`-00001-of-00004`)',
  },
  missing_sha256: { severity: 'warning', when: 'a download has no SHA-256 (`FIXME`)' },
  malformed_sha256: { severity: 'warning', when: 'a SHA-256 is not 64 hexadecimal digits' },
  not_normal: {
    severity: 'warning',
    when: 'spaces or invisible characters in a SHA-256, file name or URL, or upper case in a SHA-256',
  },
  file_name_too_long: { severity: 'warning', when: 'a segment of a file name has more than 200 bytes' },
  file_name_clash: {
    severity: 'warning',
    when: 'another file of the category has the same name (ignoring case and accents) with different content, or needs a folder with this name',
  },
  shared_sha256: { severity: 'warning', when: 'another live model of any category has the same file' },
  shared_url: {
    severity: 'warning',
    when: 'another live model of any category has the same URL, or one that may lead to the same file (a version at Civitai, a path at Hugging Face). Then the message says that the bytes are not known',
  },
  name_differs_by_case: {
    severity: 'warning',
    when: 'the category has a model whose name differs only in case',
  },
  near_name: {
    severity: 'warning',
    when: 'the category has a model whose name differs only in spaces, `-`, `_` and `.`',
  },
  insecure_url: { severity: 'warning', when: 'a URL uses http instead of https' },
  unusable_url: { severity: 'warning', when: 'a URL is not an absolute http(s) URL' },
  unusable_homepage: {
    severity: 'warning',
    when: '`homepage`, `url` or `finetune_series.homepage` is not an absolute http(s) URL',
  },
  unknown_scheduler: {
    severity: 'warning',
    when: '`requirements.schedulers` of an image model contains a scheduler unknown to image workers',
  },
  size_change: {
    severity: 'warning',
    when: 'the total size of the files more than doubles or falls by more than half',
  },
  same_proposal_waiting: { severity: 'warning', when: 'other open changes propose the same record' },
  baseline_of_others: {
    severity: 'warning',
    when: 'the deleted or renamed model is the `baseline` of other models',
  },
  replacement_of_others: {
    severity: 'warning',
    when: 'the deleted or renamed model is the `lifecycle.replaced_by` of other models',
  },
  used_by_styles: {
    severity: 'warning',
    when: 'styles of the horde use the deleted model',
  },
  former_name: { severity: 'warning', when: 'the new model has the former name of another model' },
  renamed: { severity: 'warning', when: 'the change renames the model' },
  license_unknown: {
    severity: 'warning',
    when: '`licensing` names a licence without a definition, or a deprecated one',
  },
  license_loosened: {
    severity: 'warning',
    when: 'the change removes the licence of the model or of a file, or the new one allows more',
  },
  license_mirrored: {
    severity: 'warning',
    when: 'the licence prohibits redistribution, and the file comes from elsewhere than the page of the model, or from several addresses',
  },
  license_of_base_stricter: {
    severity: 'warning',
    when: 'the licence allows what that of the base model (`baseline` of text models, `finetune_series`) prohibits',
  },
  replacement_missing: {
    severity: 'warning',
    when: '`lifecycle.replaced_by`, or the baseline in a change that follows a rename, names no live model of the category',
  },
  draft_question: {
    severity: 'warning',
    when: 'the [draft](console.md#propose) of the record has an unresolved question, such as two contradicting hashes',
  },
  file_not_looked_at: {
    severity: 'note',
    when: 'files of the change have not been checked yet (`FILE_CHECKS`). The message states how many',
  },
  file_of_others: { severity: 'note', when: 'the deleted model shares a file with other models' },
  named_in_catalogue: {
    severity: 'note',
    when: 'the deleted or renamed model has [guidance](prompting-guidance.md), or the deleted text model is the last of a group that has aliases, a family or a naming schema',
  },
  styles_unknown: {
    severity: 'note',
    when: 'a model is deleted, and the styles of the horde are not available',
  },
  file_moved: { severity: 'note', when: 'the host redirects the URL permanently' },
  file_mutable: { severity: 'note', when: 'the URL names a branch, so the file may change' },
  host_not_preferred: { severity: 'note', when: 'the host is not among `PREFERRED_FILE_HOSTS`' },
  change_set_note: {
    severity: 'note',
    when: 'other effects of a change set of a catalogue',
  },
  draft_note: {
    severity: 'note',
    when: 'other notes of the [draft](console.md#propose) on unchanged values: guesses, a quantized copy, an archived model',
  },
} as const satisfies Record<string, { readonly severity: FindingSeverity; readonly when: string }>;

export type FindingRule = keyof typeof findingFacts;
/**
 * The rules for proposed records. The other rules are for change sets and are checked by their catalogues.
 */
export type RecordRule = Exclude<FindingRule, `change_set_${string}`>;
export const findingRules = Object.keys(findingFacts) as [FindingRule, ...FindingRule[]];

/** A remark about a proposal for its reviewers. */
export const finding = z
  .object({
    rule: z
      .enum(findingRules)
      .meta({ id: 'FindingRule', description: 'The rule that produced the finding.' }),
    severity: z.enum(findingSeverities).meta({
      id: 'FindingSeverity',
      description:
        'critical: may break workers or another model. warning: probably unintended. note: for information.',
    }),
    field_path: z
      .string()
      .nullable()
      .meta({ description: 'Dotted path in the v2 record; null for the whole record.' }),
    message: z.string().meta({ description: 'The finding, with the value concerned.' }),
  })
  .meta({
    id: 'Finding',
    description: 'A remark for the reviewer. Findings never block a change.',
  });
export type Finding = z.infer<typeof finding>;

/**
 * A download of a proposed record whose SHA-256 differs from that of the live record at the same URL.
 * `before` is the SHA-256 of the live record.
 */
interface ChangedHash extends Download {
  readonly before: string;
}

/**
 * Lists the downloads that keep their URL but get another SHA-256, so that workers would download another
 * file.
 */
export function findChangedHashes(live: JsonObject | null, record: JsonObject | null): ChangedHash[] {
  if (live === null || record === null) return [];
  const liveByAddress = Map.groupBy(
    downloadsOf(live).filter(({ url, sha256 }) => url !== '' && isSha256(sha256)),
    ({ url }) => createAddressKey(url),
  );
  return downloadsOf(record).flatMap((file) => {
    const liveFiles = liveByAddress.get(createAddressKey(file.url)) ?? [];
    // One URL may provide several files with different names.
    const sameNameFiles = liveFiles.filter(({ fileName }) => fileName === file.fileName);
    const [firstLiveFile, ...others] = sameNameFiles.length > 0 ? sameNameFiles : liveFiles;
    const isKnown = [firstLiveFile, ...others].some(
      (each) => each?.sha256.toLowerCase() === file.sha256.toLowerCase(),
    );
    return firstLiveFile === undefined || isKnown ? [] : [{ ...file, before: firstLiveFile.sha256 }];
  });
}

/**
 * Creates a rule that checks each download of a record. `check` returns the field and the message of a
 * finding; null: no finding.
 */
export function createDownloadRule(
  check: (download: Download, proposal: LintedProposal) => [field: string, message: string] | null,
): Rule {
  return function* (proposal) {
    if (proposal.record === null) return;
    for (const download of downloadsOf(proposal.record)) {
      const problem = check(download, proposal);
      if (problem) yield { path: `${download.path}.${problem[0]}`, message: problem[1] };
    }
  };
}

/** Largest number of other models in the message of a finding. */
const maxNamedModels = 3;

/**
 * Lists the models that `names` returns for each category, except the model of the proposal, as a text such
 * as `'a' (clip), 'b' (blip)`; null when there are none.
 */
export function listOtherModels(
  { category, name, knownModels }: LintedProposal,
  names: (models: KnownModels) => readonly string[] | undefined,
): string | null {
  const modelNames = knownModels.flatMap((models) =>
    (names(models) ?? [])
      .filter((otherName) => models.category !== category || otherName !== name)
      .map((otherName) => `'${otherName}' (${models.category})`),
  );
  return modelNames.length === 0 ? null : joinFirstNames(modelNames, maxNamedModels);
}

/** Largest number of changes in the message of a finding. */
const maxNamedChanges = 10;

/** Returns up to `maxNamedChanges` change ids as a text, such as `4, 7`. */
export function formatChangeIds(ids: readonly number[]): string {
  return `${ids.slice(0, maxNamedChanges).join(', ')}${ids.length > maxNamedChanges ? ' …' : ''}`;
}

/** A proposed record, with the facts that rules compare it with. */
export interface LintedProposal {
  readonly category: string;
  readonly name: string;
  /** The v2 record after the proposal; null for a delete, and for a record that v2 cannot express. */
  readonly record: JsonObject | null;
  /** Whether the proposal deletes the model. Default: false. */
  readonly deletes?: boolean;
  /** The live v2 record before the proposal; null when there is none. */
  readonly live: JsonObject | null;
  /**
   * Indexes of the live models, one per category, to find models by name, or by the URL or hash of a file.
   */
  readonly knownModels: readonly KnownModels[];
  /** Hosts whose files cause no finding; includes their subdomains. */
  readonly preferredHosts: readonly string[];
  /** Ids of the model's other pending and approved changes that propose the same record or deletion. */
  readonly sameProposals: readonly number[];
  /**
   * Returns the ids of the other pending and approved changes that contain a SHA-256 (in lower case). Absent:
   * unknown.
   */
  readonly changesWithHash?: (sha256: string) => readonly number[];
  /** Returns the observations about a file's URL. Omitted: no URL was observed. */
  readonly addressState?: (url: string) => AddressState;
  /**
   * Whether the proposal is pending and the registry will check its files. If so, a rule reports the files
   * that have not been checked yet.
   */
  readonly awaitsFileChecks?: boolean;
  /** Notes of the draft that the record was created from; absent when there was no draft. */
  readonly draftNotes?: readonly DraftNote[];
  /**
   * Returns the names of the horde's styles that use a model; null when currently unknown. Omitted: the
   * deployment reads no styles.
   */
  readonly stylesOf?: (category: string, name: string) => readonly string[] | null;
  /**
   * Returns a sentence for each catalogue, and for each entry of a text group, that references a model. The
   * sentences say what happens when the model is renamed (`isRenamed`) or deleted. Omitted: no references
   * exist.
   */
  readonly mentions?: (category: string, name: string, isRenamed: boolean) => readonly string[];
  /** Whether the proposal renames the model. Default: false. */
  readonly isRenamed?: boolean;
  /** The old and the new name of the model whose references the proposal updates; absent: it updates none. */
  readonly follows?: { readonly from: string; readonly to: string } | undefined;
  /**
   * Returns the current name of the model that had this name before a rename; undefined when there is none.
   * Omitted if former names are unknown.
   */
  readonly successorOf?: (category: string, name: string) => string | undefined;
  /**
   * The baselines that would be published by pending and approved changes: baseline name → id of the first
   * such change. Omitted if unknown.
   */
  readonly baselineProposals?: ReadonlyMap<string, number>;
  readonly baselines: KnownBaselines;
  /** Returns whether a licence is deprecated; undefined when it has no definition. Omitted if unknown. */
  readonly isDeprecatedLicense?: ((id: string) => boolean | undefined) | undefined;
  /** Returns the live v2 record of a model in the category of the proposal. Omitted if unknown. */
  readonly recordOf?: (name: string) => JsonObject | undefined;
}

export interface Problem {
  readonly path: string | null;
  readonly message: string;
}

export type Rule = (proposal: LintedProposal) => Iterable<Problem>;
