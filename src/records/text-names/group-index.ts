import { hasBackendPrefix } from './backends.ts';
import {
  computeGroupFacts,
  createListedModel,
  findHealthIssues,
  type GroupFacts,
  type GroupHealthIssue,
  type HealthIssueType,
  type ListedModel,
  readField,
  type TextModel,
  textOf,
} from './group-facts.ts';
import { sortDistinct } from './sorted-strings.ts';

/**
 * The models of one snapshot of the text category, by group. A model belongs to the group in its record's
 * `text_model_group`, even if its name suggests another. Expensive values are computed on first use and
 * cached, so each snapshot needs its own index.
 */
export class TextGroupIndex {
  /** Names of all groups except `''`, sorted. */
  readonly groupNames: readonly string[];
  /** All non-empty baselines of the models, trimmed, distinct and sorted. */
  readonly distinctBaselines: readonly string[];
  /** All models, in stored order. */
  readonly models: readonly TextModel[];
  readonly #listed: readonly ListedModel[];
  /** For each group, the indexes of its members in `models`. */
  readonly #places = new Map<string, number[]>();
  readonly #derived = new Map<string, unknown>();

  /**
   * @param listedModels the results of `createListedModel` for each model, in the order of `models`. If the caller passes
   *   cached ones, the index reads whole records only to compute the facts of a group.
   */
  constructor(
    models: readonly TextModel[],
    listedModels: readonly ListedModel[] = models.map(createListedModel),
  ) {
    this.models = models;
    this.#listed = listedModels;
    for (const [at, model] of listedModels.entries()) {
      const group = readField(model, 'text_model_group');
      if (typeof group !== 'string') continue;
      const places = this.#places.get(group);
      if (places === undefined) this.#places.set(group, [at]);
      else places.push(at);
    }
    this.groupNames = sortDistinct([...this.#places.keys()].filter(Boolean));
    this.distinctBaselines = sortDistinct(
      listedModels.map((model) => textOf(model, 'baseline').trim()).filter(Boolean),
    );
  }

  /** Returns the models of a group, in stored order; none when the group does not exist. */
  members(group: string): readonly TextModel[] {
    return this.#places.get(group)?.map((at) => this.models[at]!) ?? [];
  }

  /** Returns the facts of a group; null when it has no member. */
  facts(group: string): GroupFacts | null {
    const members = this.members(group);
    if (members.length === 0) return null;
    return this.#once(`facts of ${group}`, () => computeGroupFacts(group, members));
  }

  /** Returns a group's entry for lists of all groups. The group must have a member. */
  overview(group: string): GroupOverview {
    const members = this.#places.get(group)!.map((at) => this.#listed[at]!);
    const canonicalMembers = members.filter(({ name }) => !hasBackendPrefix(name));
    return {
      canonical_count: canonicalMembers.length,
      backend_duplicate_count: members.length - canonicalMembers.length,
      available_sizes: sortDistinct(canonicalMembers.flatMap(({ size }) => size ?? [])),
      health_issues: findHealthIssues(group, canonicalMembers),
    };
  }

  /**
   * The issues found by the health checks in all groups, in the order of group names, with totals.
   * `issue_counts_by_type` contains only the types that occur.
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

  /**
   * The groups derived from the models' names (`groupOfName`), sorted. Ignores the groups in the records and
   * the aliases.
   */
  get groupsByName(): readonly string[] {
    return this.#once('groups by name', () => sortDistinct(this.#listed.map(({ nameGroup }) => nameGroup)));
  }

  #once<T>(what: string, build: () => T): T {
    if (!this.#derived.has(what)) this.#derived.set(what, build());
    return this.#derived.get(what) as T;
  }
}

/** A group's entry in lists of all groups. A member without a backend prefix is "canonical". */
export interface GroupOverview {
  readonly canonical_count: number;
  readonly backend_duplicate_count: number;
  /** The distinct sizes of canonical members, sorted as strings: `13B` comes before `7B`. */
  readonly available_sizes: string[];
  readonly health_issues: GroupHealthIssue[];
}
