import type { CategoryDefinition } from '../../registry/categories/category.ts';
import type { Finding } from '../../registry/findings/finding.ts';
import { type KnownModels, knownModels } from '../../registry/findings/known-models.ts';
import { lint } from '../../registry/findings/lint.ts';
import type { JsonObject } from '../../registry/json.ts';
import type { Catalog } from '../catalog/catalog.ts';

/** What is worth a look in proposed records, held against the live models of all categories. */
export interface Findings {
  /** `record` is the v2 record as it would be, `live` the one that it would replace. */
  of(category: string, name: string, record: JsonObject, live: JsonObject | null): Finding[];
}

export interface FindingsOptions {
  readonly catalog: Pick<Catalog, 'snapshot'>;
  readonly categories: readonly CategoryDefinition[];
  readonly preferredHosts: readonly string[];
}

const knownModelsKey = Symbol('known models');

export function createFindings({ catalog, categories, preferredHosts }: FindingsOptions): Findings {
  const knownIn = ({ name }: CategoryDefinition): KnownModels =>
    catalog.snapshot('v2', name).derived(knownModelsKey, (snapshot) => knownModels(name, snapshot.records));

  return {
    of: (category, name, record, live) =>
      lint({ category, name, record, live, known: categories.map(knownIn), preferredHosts }),
  };
}
