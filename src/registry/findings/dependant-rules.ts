import { downloadsOf, isSha256 } from './downloads.ts';
import { otherModels } from './each-download.ts';
import type { FindingRule } from './finding.ts';
import type { Rule } from './proposal.ts';

/** About what a deletion takes away from other models. A rename is one: names stay for life. */
export const dependantRules = {
  baseline_of_others: function* (proposal) {
    const { category, name, deletes = false } = proposal;
    if (!deletes) return;
    const others = otherModels(proposal, (models) =>
      models.category === category ? models.byBaseline.get(name) : undefined,
    );
    if (others !== null)
      yield { path: 'name', message: `Other models name it as their baseline: ${others}.` };
  },

  file_of_others: function* (proposal) {
    const { deletes = false, live } = proposal;
    if (!deletes || live === null) return;
    for (const { path, sha256 } of downloadsOf(live)) {
      if (!isSha256(sha256)) continue;
      const others = otherModels(proposal, ({ byHash }) => byHash.get(sha256.toLowerCase()));
      if (others !== null)
        yield { path: `${path}.sha256sum`, message: `Its file ${sha256} is also that of ${others}.` };
    }
  },
} satisfies Partial<Record<FindingRule, Rule>>;
