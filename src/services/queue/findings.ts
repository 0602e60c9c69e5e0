import type { CategoryDefinition } from '../../registry/categories/category.ts';
import type { Finding } from '../../registry/findings/finding.ts';
import { type KnownModels, knownModels } from '../../registry/findings/known-models.ts';
import { lint } from '../../registry/findings/lint.ts';
import type { LintedProposal } from '../../registry/findings/proposal.ts';
import type { Catalog } from '../catalog/catalog.ts';

/** What is worth a look in proposed records, held against the live models of all categories. */
export interface Findings {
  of(proposed: ProposedModel): Finding[];
}

export type ProposedModel = Pick<LintedProposal, 'category' | 'name' | 'record' | 'live' | 'sameProposals'>;

export interface FindingsOptions {
  readonly catalog: Pick<Catalog, 'snapshot'>;
  readonly categories: readonly CategoryDefinition[];
  readonly preferredHosts: readonly string[];
}

const knownModelsKey = Symbol('known models');

export function createFindings({ catalog, categories, preferredHosts }: FindingsOptions): Findings {
  const knownIn = ({ name, usage }: CategoryDefinition): KnownModels =>
    catalog
      .snapshot('v2', name)
      .derived(knownModelsKey, (snapshot) => knownModels(name, snapshot.records, usage === 'text'));

  return {
    of: (proposed) => lint({ ...proposed, known: categories.map(knownIn), preferredHosts }),
  };
}
