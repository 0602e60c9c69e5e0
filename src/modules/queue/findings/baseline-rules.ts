import { firstNames } from '../../../kernel/first-names.ts';
import { textsOf } from '../../../kernel/json.ts';
import { baselineCategory } from '../../../records/baselines/baseline-facts.ts';
import { categoriesNaming } from '../../../records/categories/index.ts';
import { newBaselineOf } from '../../../records/categories/unknown-baseline.ts';
import type { FindingRule, LintedProposal, Rule } from './finding.ts';
import { monthlyUses } from './uses.ts';

/**
 * Rules about baselines. They report changes of a baseline that models use, and models whose baseline is not
 * live.
 */
export const baselineRules = {
  baseline_in_use: function* (proposal) {
    const { category, name, live, record, deletes = false } = proposal;
    if (category !== baselineCategory || live === null) return;
    const users = usersOf(proposal, String(live.category));
    if (users.count === 0) return;
    const models = `${users.count} ${users.count === 1 ? 'model names' : 'models name'} the baseline '${name}': ${users.named}. ${users.uses}`;
    if (deletes) {
      yield { path: 'name', message: `${models} Nobody can name it any more once it is gone.` };
    } else if (record !== null && record.category !== live.category) {
      const message = `${models} Its category changes from ${live.category} to ${record.category}.`;
      yield { path: 'category', message };
    } else if (record !== null && record.legacy_spelling !== live.legacy_spelling) {
      const [before, after] = [live, record].map((each) => String(each.legacy_spelling ?? name));
      const message = `${models} v1 and the legacy files go on to spell it '${before}' for them; for others they spell it '${after}'.`;
      yield { path: 'legacy_spelling', message };
    } else {
      const gone = textsOf(live.spellings).filter((each) => !textsOf(record?.spellings).includes(each));
      if (gone.length === 0) return;
      const spellings = gone.map((each) => `'${each}'`).join(', ');
      yield { path: 'spellings', message: `${models} Writes could not spell it ${spellings} any more.` };
    }
  },

  baseline_not_live: function* ({ category, record, live, baselines, baselineProposals }) {
    const baseline = newBaselineOf(record, live);
    if (baseline === null || baselines.has(category, baseline)) return;
    const change = baselineProposals?.get(baseline);
    const why =
      change === undefined
        ? 'no open change proposes it'
        : `change ${change} proposes it: apply that first, or both in one call`;
    yield { path: 'baseline', message: `The baseline '${baseline}' is not live yet: ${why}.` };
  },
} satisfies Partial<Record<FindingRule, Rule>>;

/** Largest number of models that the message of a finding names. */
const namedModels = 3;

function usersOf({ name, known, usageOf }: LintedProposal, of: string) {
  const naming = new Set(categoriesNaming(of).map((category) => category.name));
  const users = known
    .filter(({ category }) => naming.has(category))
    .flatMap(({ category, byBaseline }) =>
      (byBaseline.get(name) ?? []).map((user) => ({ category, name: user })),
    );
  const counted = users.map((user) => monthlyUses(user, usageOf)).filter((month) => month !== null);
  const sum = counted.reduce((all, month) => all + month, 0);
  return {
    count: users.length,
    named: firstNames(
      users.map(({ name: user }) => `'${user}'`),
      namedModels,
    ),
    uses: counted.length === 0 ? 'Their use is not known.' : `They were used ${sum} times in a month.`,
  };
}
