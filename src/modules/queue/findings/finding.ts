import type { JsonObject } from '../../../kernel/json.ts';
import type { ClientProfile } from '../../../records/audience.ts';
import type { DraftNote } from '../../../records/draft-note.ts';
import type { AddressState } from '../../../records/files/address-state.ts';
import { addressKey } from '../../../records/files/host-address.ts';
import { type Download, downloadsOf, isSha256 } from '../../../records/files/record-file.ts';
import type { KnownModels } from '../../catalog/index.ts';

/** Something that a reviewer should look at. A finding never stops a change by itself. */
export type Finding = {
  rule: FindingRule;
  severity: FindingSeverity;
  /** Dotted path in the v2 record; null when it is about the whole of it. */
  field_path: string | null;
  /** Names the value that was found. */
  message: string;
};

/**
 * How bad it can get, worst first. `critical`: workers or another model may come to harm. `warning`: the
 * record is probably not what its author meant. `note`: worth knowing.
 */
export const findingSeverities = ['critical', 'warning', 'note'] as const;
export type FindingSeverity = (typeof findingSeverities)[number];

/** Every rule with its severity, worst first: the order in which findings are listed. */
export const severityOf = {
  unsafe_file_name: 'critical',
  derived_name_taken: 'critical',
  confusable_name: 'critical',
  hidden_characters: 'critical',
  same_address_other_hash: 'critical',
  baseline_in_use: 'critical',
  file_mismatch: 'critical',
  file_gone: 'critical',
  hidden_from_all: 'critical',
  file_not_found: 'warning',
  file_size_differs: 'warning',
  file_gated: 'warning',
  page_not_file: 'warning',
  baseline_not_live: 'warning',
  no_file: 'warning',
  missing_sha256: 'warning',
  malformed_sha256: 'warning',
  not_normal: 'warning',
  file_name_too_long: 'warning',
  file_name_clash: 'warning',
  shared_sha256: 'warning',
  shared_url: 'warning',
  name_differs_by_case: 'warning',
  near_name: 'warning',
  insecure_url: 'warning',
  unusable_url: 'warning',
  unusable_homepage: 'warning',
  size_change: 'warning',
  same_proposal_waiting: 'warning',
  baseline_of_others: 'warning',
  used_by_styles: 'warning',
  clients_lose: 'warning',
  former_name: 'warning',
  renamed: 'warning',
  replacement_missing: 'warning',
  draft_question: 'warning',
  file_not_looked_at: 'note',
  file_of_others: 'note',
  styles_unknown: 'note',
  file_moved: 'note',
  file_mutable: 'note',
  host_not_preferred: 'note',
  clients_gain: 'note',
  draft_note: 'note',
} as const satisfies Record<string, FindingSeverity>;

export type FindingRule = keyof typeof severityOf;
export const findingRules = Object.keys(severityOf) as [FindingRule, ...FindingRule[]];

/** A download whose address had another SHA-256 in the live record. */
interface ChangedHash extends Download {
  readonly before: string;
}

/** The downloads for which workers would take another file than before, although it has the same address. */
export function changedHashes(live: JsonObject | null, record: JsonObject | null): ChangedHash[] {
  if (live === null || record === null) return [];
  const known = Map.groupBy(
    downloadsOf(live).filter(({ url, sha256 }) => url !== '' && isSha256(sha256)),
    ({ url }) => addressKey(url),
  );
  return downloadsOf(record).flatMap((file) => {
    const before = known.get(addressKey(file.url)) ?? [];
    // One address may give several files, which their names tell apart.
    const named = before.filter(({ fileName }) => fileName === file.fileName);
    const [first, ...others] = named.length > 0 ? named : before;
    const isKnown = [first, ...others].some(
      (each) => each?.sha256.toLowerCase() === file.sha256.toLowerCase(),
    );
    return first === undefined || isKnown ? [] : [{ ...file, before: first.sha256 }];
  });
}

/**
 * Makes a rule that looks at each download of a record; `look` gives the field and the message of a finding, or
 * null.
 */
export function eachDownload(
  look: (download: Download, proposal: LintedProposal) => [field: string, message: string] | null,
): Rule {
  return function* (proposal) {
    if (proposal.record === null) return;
    for (const download of downloadsOf(proposal.record)) {
      const problem = look(download, proposal);
      if (problem) yield { path: `${download.path}.${problem[0]}`, message: problem[1] };
    }
  };
}

/** How many other models a message names. */
const namedModels = 3;

/** Lists the other models that `names` gives, as in `'a' (clip), 'b' (blip)`; null when there is no other. */
export function otherModels(
  { category, name, known }: LintedProposal,
  names: (models: KnownModels) => readonly string[] | undefined,
): string | null {
  const others = known.flatMap((models) =>
    (names(models) ?? [])
      .filter((other) => models.category !== category || other !== name)
      .map((other) => `'${other}' (${models.category})`),
  );
  if (others.length === 0) return null;
  const rest = others.length - namedModels;
  return others.slice(0, namedModels).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** How many changes a message names. */
const most = 10;

/** Lists change ids, as in `4, 7`; of more than `most` only the first ones. */
export function listedChanges(ids: readonly number[]): string {
  return `${ids.slice(0, most).join(', ')}${ids.length > most ? ' …' : ''}`;
}

/** A client profile by its name. */
export interface KnownClient {
  readonly name: string;
  readonly profile: ClientProfile;
}

/** A proposed record, with the facts that rules compare it with. */
export interface LintedProposal {
  readonly category: string;
  readonly name: string;
  /** The v2 record as it would be; null for a delete, and for what v2 has no form for. */
  readonly record: JsonObject | null;
  /** Whether it deletes the model. Absent: no. */
  readonly deletes?: boolean;
  /** The v2 record that it would replace. */
  readonly live: JsonObject | null;
  /** The live models of every category. */
  readonly known: readonly KnownModels[];
  /** Hosts that files may come from; their subdomains count. */
  readonly preferredHosts: readonly string[];
  /** Ids of other open changes that propose exactly the same. */
  readonly sameProposals: readonly number[];
  /**
   * The ids of other open changes that name a SHA-256, which is given in lower case. Absent: nobody says which
   * there are.
   */
  readonly changesNaming?: (sha256: string) => readonly number[];
  /** The state of a file's address. Absent: nothing is known of any. */
  readonly addressState?: (url: string) => AddressState;
  /**
   * Whether the proposal waits for a decision and its files will be looked at: then rules report the files that
   * were not looked at yet.
   */
  readonly awaitsLooks?: boolean;
  /** Notes of the draft that the record was made from; absent where there was no draft. */
  readonly draftNotes?: readonly DraftNote[];
  /**
   * Names of the horde's styles that ask for a model; null: not known now. Absent: nobody says which styles
   * there are.
   */
  readonly stylesOf?: (category: string, name: string) => readonly string[] | null;
  /** The client profiles that there are. Absent: nobody keeps any. */
  readonly clients?: () => readonly KnownClient[];
  /** How much a live model is used; null: nobody counts it. Absent: nobody says. */
  readonly usageOf?: (category: string, name: string) => { readonly month: number } | 'unknown' | null;
  /** Gives the model that had this name before. Absent: nobody says. */
  readonly successorOf?: (category: string, name: string) => string | undefined;
  /** Open changes that propose new baselines, by name. Absent: none is looked for. */
  readonly baselineProposals?: ReadonlyMap<string, number>;
}

export interface Problem {
  readonly path: string | null;
  readonly message: string;
}

export type Rule = (proposal: LintedProposal) => Iterable<Problem>;
