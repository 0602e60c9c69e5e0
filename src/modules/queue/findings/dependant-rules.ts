import { downloadsOf, isSha256 } from '../../../records/files/downloads.ts';
import { otherModels } from './each-download.ts';
import type { FindingRule } from './finding.ts';
import type { Rule } from './proposal.ts';

/** How many styles a message names. */
const namedStyles = 5;

/** About what a deletion takes away from others. A rename is one: names stay for life. */
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

  used_by_styles: function* ({ category, name, deletes = false, stylesOf }) {
    const styles = deletes ? stylesOf?.(category, name) : undefined;
    if (!styles || styles.length === 0) return;
    const named = styles.slice(0, namedStyles).map((style) => `'${style}'`);
    const rest = styles.length - named.length;
    const message = `Styles of the horde ask for it: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`;
    yield { path: 'name', message };
  },

  styles_unknown: function* ({ category, name, deletes = false, stylesOf }) {
    if (!deletes || stylesOf?.(category, name) !== null) return;
    yield { path: 'name', message: 'Which styles of the horde ask for it is not known now.' };
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
