import type { JsonObject } from '../../../kernel/json.ts';
import type { AddressState } from '../../../records/files/address-state.ts';
import { type Download, downloadsOf } from '../../../records/files/record-file.ts';
import type { KnownModels } from '../../catalog/index.ts';

/** Makes a rule of what there is to say about one download: in which of its fields, and what. */
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

/** `'a' (clip), 'b' (blip)`; null when there is no other. */
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

/** `4, 7`, of many the first ones. */
export function listedChanges(ids: readonly number[]): string {
  return `${ids.slice(0, most).join(', ')}${ids.length > most ? ' …' : ''}`;
}

/** A record that somebody proposes, and what it is held against. */
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
  /** The ids of other open changes that propose exactly the same. */
  readonly sameProposals: readonly number[];
  /**
   * The ids of other open changes that name a SHA-256, which is given in lower case. Absent: nobody says which
   * there are.
   */
  readonly changesNaming?: (sha256: string) => readonly number[];
  /** What is known of the addresses of files. Absent: nothing. */
  readonly addressState?: (url: string) => AddressState;
  /** It waits for a decision, and its files for a look: those that had none yet are told of. Absent: no. */
  readonly awaitsLooks?: boolean;
  /**
   * Names of the horde's styles that ask for a model; null: not known now. Absent: nobody says which styles
   * there are.
   */
  readonly stylesOf?: (category: string, name: string) => readonly string[] | null;
}

export interface Problem {
  readonly path: string | null;
  readonly message: string;
}

export type Rule = (proposal: LintedProposal) => Iterable<Problem>;
