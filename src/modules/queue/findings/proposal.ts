import type { JsonObject } from '../../../kernel/json.ts';
import type { AddressState } from '../../../records/files/address-state.ts';
import type { KnownModels } from '../../catalog/known-models.ts';

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
