import { type GroupFacts, groupFacts } from './group-facts.ts';
import { groupOfName } from './group-name.ts';
import type { GroupHealthIssue, HealthIssueType } from './health-issues.ts';
import { ModelNames } from './model-names.ts';
import { distinctSorted } from './sorted-strings.ts';
import { fieldOf, type TextModel, textOf } from './text-model.ts';

export interface GroupsHealth {
  /** In the order of group names. */
  issues: GroupHealthIssue[];
  total_groups_checked: number;
  groups_with_issues: number;
  /** In first-seen order; types that do not occur are absent. */
  issue_counts_by_type: Partial<Record<HealthIssueType, number>>;
}

interface KnownFacts {
  readonly members: readonly TextModel[];
  readonly facts: GroupFacts;
}

/** What was said of a group in any index so far, by its first member. */
const knownFacts = new WeakMap<TextModel, KnownFacts>();

/**
 * A change touches one group of hundreds: those with the very members that they had before keep their facts.
 */
function factsOf(group: string, members: readonly TextModel[]): GroupFacts {
  const first = members[0] as TextModel;
  const known = knownFacts.get(first);
  const same =
    known?.members.length === members.length && members.every((model, at) => model === known.members[at]);
  if (known && same) return known.facts;
  const facts = groupFacts(group, members);
  knownFacts.set(first, { members, facts });
  return facts;
}

/**
 * The text models by group. Build it once per snapshot of the category: whatever it computes, it computes
 * once, when it is first asked for. A group is the models whose stored `text_model_group` is its name; names
 * are not parsed for that.
 */
export class TextGroupIndex {
  /** All groups but `''`, sorted. */
  readonly groupNames: readonly string[];
  /** The non-empty baselines, trimmed, sorted. */
  readonly distinctBaselines: readonly string[];
  /** All models in stored order. */
  readonly models: readonly TextModel[];
  readonly #members = new Map<string, TextModel[]>();
  readonly #facts = new Map<string, GroupFacts>();
  readonly #derived = new Map<string, unknown>();

  constructor(models: readonly TextModel[]) {
    this.models = models;
    for (const model of models) {
      const group = fieldOf(model, 'text_model_group');
      if (typeof group !== 'string') continue;
      const members = this.#members.get(group);
      if (members === undefined) this.#members.set(group, [model]);
      else members.push(model);
    }
    this.groupNames = distinctSorted([...this.#members.keys()].filter(Boolean));
    this.distinctBaselines = distinctSorted(
      models.map((model) => textOf(model, 'baseline').trim()).filter(Boolean),
    );
  }

  /** The model with just this name. */
  model(name: string): TextModel | undefined {
    return this.#once('by name', () => new Map(this.models.map((model) => [model.name, model]))).get(name);
  }

  /** The group of this name, or else the first in whatever letter case; null when there is none. */
  groupInAnyCase(name: string): string | null {
    if (name !== '' && this.#members.has(name)) return name;
    const groups = this.#once('groups in any case', () =>
      Map.groupBy(this.groupNames, (group) => group.toLowerCase()),
    );
    return groups.get(name.toLowerCase())?.[0] ?? null;
  }

  /** In stored order; none when there is no such group. */
  members(group: string): readonly TextModel[] {
    return this.#members.get(group) ?? [];
  }

  /** Null when the group has no member. */
  facts(group: string): GroupFacts | null {
    const members = this.#members.get(group);
    if (members === undefined) return null;
    let facts = this.#facts.get(group);
    if (facts === undefined) {
      facts = factsOf(group, members);
      this.#facts.set(group, facts);
    }
    return facts;
  }

  /** The issues of all groups. */
  get health(): GroupsHealth {
    return this.#once('health', () => {
      const issues = this.groupNames.flatMap((group) => this.facts(group)!.health_issues);
      const counts: GroupsHealth['issue_counts_by_type'] = {};
      for (const { issue_type } of issues) counts[issue_type] = (counts[issue_type] ?? 0) + 1;
      return {
        issues,
        total_groups_checked: this.groupNames.length,
        groups_with_issues: new Set(issues.map(({ group_name }) => group_name)).size,
        issue_counts_by_type: counts,
      };
    });
  }

  /** The groups that the models' names say, whatever is stored, sorted. Aliases are not applied. */
  get groupsByName(): readonly string[] {
    return this.#once('groups by name', () =>
      distinctSorted(this.models.map(({ name }) => groupOfName(name))),
    );
  }

  /** The models by every way to spell their names. */
  get names(): ModelNames {
    return this.#once('names', () => new ModelNames(this.models.map(({ name }) => name)));
  }

  #once<T>(what: string, build: () => T): T {
    if (!this.#derived.has(what)) this.#derived.set(what, build());
    return this.#derived.get(what) as T;
  }
}
