import { hasBackendPrefix } from './backends.ts';
import {
  fieldOf,
  type GroupFacts,
  type GroupHealthIssue,
  groupFacts,
  type HealthIssueType,
  healthIssues,
  type ListedModel,
  listedModel,
  type TextModel,
  textOf,
} from './group-facts.ts';
import { ModelNames } from './model-names.ts';
import { distinctSorted } from './sorted-strings.ts';

/**
 * The text models of one snapshot of the category, by group. A model belongs to the group that its record
 * names in `text_model_group`, even if its own name suggests another. Each result is computed when it is
 * first needed, and kept: build a new index for each snapshot.
 */
export class TextGroupIndex {
  /** Names of all groups except `''`, sorted. */
  readonly groupNames: readonly string[];
  /** All non-empty baselines of the models, trimmed, distinct and sorted. */
  readonly distinctBaselines: readonly string[];
  /** All models in stored order. */
  readonly models: readonly TextModel[];
  readonly #listed: readonly ListedModel[];
  /** The members of each group, as indexes in `models`. */
  readonly #places = new Map<string, number[]>();
  readonly #facts = new Map<string, GroupFacts>();
  readonly #derived = new Map<string, unknown>();

  /**
   * @param listed what `listedModel` gives for each model, in the order of `models`. Given these, the index
   * reads a whole record only to compute the facts of its group.
   */
  constructor(models: readonly TextModel[], listed: readonly ListedModel[] = models.map(listedModel)) {
    this.models = models;
    this.#listed = listed;
    for (const [at, model] of listed.entries()) {
      const group = fieldOf(model, 'text_model_group');
      if (typeof group !== 'string') continue;
      const places = this.#places.get(group);
      if (places === undefined) this.#places.set(group, [at]);
      else places.push(at);
    }
    this.groupNames = distinctSorted([...this.#places.keys()].filter(Boolean));
    this.distinctBaselines = distinctSorted(
      listed.map((model) => textOf(model, 'baseline').trim()).filter(Boolean),
    );
  }

  /** Gives the model with exactly this name. */
  model(name: string): TextModel | undefined {
    return this.#once('by name', () => new Map(this.models.map((model) => [model.name, model]))).get(name);
  }

  /**
   * Finds the group of this name, or else the first group whose name differs only in letter case; null when
   * there is none.
   */
  groupInAnyCase(name: string): string | null {
    if (name !== '' && this.#places.has(name)) return name;
    const groups = this.#once('groups in any case', () =>
      Map.groupBy(this.groupNames, (group) => group.toLowerCase()),
    );
    return groups.get(name.toLowerCase())?.[0] ?? null;
  }

  /** Lists the members of a group in stored order; an empty list when there is no such group. */
  members(group: string): readonly TextModel[] {
    return this.#places.get(group)?.map((at) => this.models[at]!) ?? [];
  }

  /** Gives the facts of a group; null when it has no member. */
  facts(group: string): GroupFacts | null {
    const members = this.members(group);
    if (members.length === 0) return null;
    let facts = this.#facts.get(group);
    if (facts === undefined) {
      facts = groupFacts(group, members);
      this.#facts.set(group, facts);
    }
    return facts;
  }

  /** Gives the overview of a group that has members. */
  overview(group: string): GroupOverview {
    return groupOverview(
      group,
      this.#places.get(group)!.map((at) => this.#listed[at]!),
    );
  }

  /**
   * The issues of all groups, in the order of group names, with totals. `issue_counts_by_type` has only the
   * types that occur.
   */
  get health() {
    return this.#once('health', () => {
      const issues = this.groupNames.flatMap((group) => this.overview(group).health_issues);
      const counts: Partial<Record<HealthIssueType, number>> = {};
      for (const { issue_type } of issues) counts[issue_type] = (counts[issue_type] ?? 0) + 1;
      return {
        issues,
        total_groups_checked: this.groupNames.length,
        groups_with_issues: new Set(issues.map(({ group_name }) => group_name)).size,
        issue_counts_by_type: counts,
      };
    });
  }

  /** The groups that `groupOfName` gives for the models' names, sorted. Ignores stored groups and aliases. */
  get groupsByName(): readonly string[] {
    return this.#once('groups by name', () => distinctSorted(this.#listed.map(({ nameGroup }) => nameGroup)));
  }

  /** The names of all models, for finding models by inexact spellings. */
  get names(): ModelNames {
    return this.#once('names', () => new ModelNames(this.models.map(({ name }) => name)));
  }

  #once<T>(what: string, build: () => T): T {
    if (!this.#derived.has(what)) this.#derived.set(what, build());
    return this.#derived.get(what) as T;
  }
}

/** Entry of a group in lists of all groups. Members without a backend prefix are "canonical". */
export interface GroupOverview {
  readonly canonical_count: number;
  readonly backend_duplicate_count: number;
  /** Ordered as strings, not as sizes. */
  readonly available_sizes: string[];
  readonly health_issues: GroupHealthIssue[];
}

interface Known {
  readonly members: readonly ListedModel[];
  readonly overview: GroupOverview;
}

/**
 * The overviews made so far, by the first member of the group. Shared by all indexes, so that a new index can
 * reuse the overviews of groups that have not changed.
 */
const known = new WeakMap<ListedModel, Known>();

/**
 * Gives the overview of a group. Reuses the last overview if the members are still the same objects: a change
 * of a model replaces the objects of few groups.
 *
 * @param members the members of the group, at least one
 */
function groupOverview(groupName: string, members: readonly ListedModel[]): GroupOverview {
  const [first] = members;
  const before = known.get(first!);
  if (
    before?.members.length === members.length &&
    members.every((model, at) => model === before.members[at])
  ) {
    return before.overview;
  }
  const canonical = members.filter(({ name }) => !hasBackendPrefix(name));
  const overview = {
    canonical_count: canonical.length,
    backend_duplicate_count: members.length - canonical.length,
    available_sizes: distinctSorted(canonical.flatMap(({ size }) => size ?? [])),
    health_issues: healthIssues(groupName, canonical),
  };
  known.set(first!, { members, overview });
  return overview;
}
