import type { CategoryDefinition } from '../../records/categories/category.ts';
import { type AddressState, unseen } from '../../records/files/address-state.ts';
import { type Catalog, knownModelsOf } from '../catalog/index.ts';
import type { Finding } from './findings/finding.ts';
import type { LintedProposal } from './findings/proposal.ts';
import { lint } from './findings/rules.ts';

/** What is worth a look in proposed records, held against the live models of all categories. */
export interface Findings {
  of(proposed: ProposedModel): Finding[];
}

export type ProposedModel = Pick<
  LintedProposal,
  'category' | 'name' | 'record' | 'live' | 'deletes' | 'sameProposals' | 'changesNaming'
> & {
  /** It is in the queue. Absent: somebody asks what would be said of it. */
  readonly isQueued?: boolean;
};

export interface FindingsOptions {
  readonly catalog: Pick<Catalog, 'snapshot'>;
  readonly categories: readonly CategoryDefinition[];
  readonly preferredHosts: readonly string[];
  /** What is known of the addresses of files. Absent: nothing. */
  readonly addressState?: (url: string) => AddressState;
  /** Whether the files of queued proposals are looked at. Absent: no. */
  readonly looksAtFiles?: boolean;
  /** Styles of the horde that ask for a model; null: not known now. Absent: nobody asks for them. */
  readonly stylesOf?: LintedProposal['stylesOf'];
}

export function createFindings({
  catalog,
  categories,
  preferredHosts,
  addressState = () => unseen,
  looksAtFiles = false,
  stylesOf,
}: FindingsOptions): Findings {
  return {
    of: ({ isQueued = false, ...proposed }) => {
      const known = categories.map((category) => knownModelsOf(catalog, category));
      const awaitsLooks = isQueued && looksAtFiles;
      return lint({
        ...proposed,
        known,
        preferredHosts,
        addressState,
        awaitsLooks,
        ...(stylesOf && { stylesOf }),
      });
    },
  };
}
