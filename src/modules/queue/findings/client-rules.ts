import { firstNames } from '../../../kernel/first-names.ts';
import { clientProfileCategory, everybody, isShownTo, traitsOf } from '../../../records/audience.ts';
import { isBeta, replacementOf } from '../../../records/lifecycle.ts';
import { alikeNames } from '../../catalog/index.ts';
import type { FindingRule, LintedProposal, Problem, Rule } from './finding.ts';
import { gainsOfProfile, lossesOfProfile } from './profile-changes.ts';
import { usedInMonth } from './uses.ts';

/** Largest number of clients that the message of a finding names. */
const namedClients = 5;

/** Rules about what a proposal changes for clients: which clients see the model, and under which name. */
export const clientRules = {
  hidden_from_all: function* ({ live, record, ...proposal }) {
    if (live === null || record === null || isBeta(live) || !isBeta(record)) return;
    const message = `Every client loses the model that does not ask for channel=beta${usedInMonth([proposal], proposal.usageOf)}.`;
    yield { path: 'lifecycle', message };
  },

  clients_lose: function* (proposal) {
    const { category, live, record, usageOf } = proposal;
    if (category === clientProfileCategory) return yield* lossesOfProfile(proposal);
    if (live === null || record === null || isBeta(record)) return;
    const lose = clientsWho(proposal, (before, after) => before && !after);
    if (lose.length === 0) return;
    const message = `${firstNames(lose, namedClients)} ${lose.length === 1 ? 'loses' : 'lose'} the model${usedInMonth([proposal], usageOf)}.`;
    yield { path: changedPart(proposal), message };
  },

  clients_gain: function* (proposal) {
    if (proposal.category === clientProfileCategory) return yield* gainsOfProfile(proposal);
    if (proposal.record === null || isBeta(proposal.record)) return;
    const gain = clientsWho(proposal, (before, after) => !before && after);
    if (gain.length === 0) return;
    const without = clientsWho(proposal, (before, after) => !before && !after);
    const others = without.length === 0 ? '' : `; ${firstNames(without, namedClients)} do not understand it`;
    yield {
      path: changedPart(proposal),
      message: `Clients that get the model: ${firstNames(gain, namedClients)}${others}.`,
    };
  },

  former_name: function* ({ category, name, live, record, successorOf }) {
    if (live !== null || record === null) return;
    const successor = successorOf?.(category, name);
    if (successor === undefined) return;
    yield {
      path: 'name',
      message: `'${name}' is what '${successor}' was called before: who asks for it means that one.`,
    };
  },

  replacement_missing: function* ({ category, record, known }) {
    const replacement = record && replacementOf(record);
    if (!replacement) return;
    const own = known.find((models) => models.category === category);
    if (own && alikeNames(replacement, own).has(replacement)) return;
    yield {
      path: 'lifecycle.replaced_by',
      message: `There is no model '${replacement}' in ${category} that could replace it.`,
    };
  },
} satisfies Partial<Record<FindingRule, Rule>>;

/**
 * Lists the names of the clients for which `holds` returns true.
 * @param holds receives whether a client sees the model before the change, and whether it does after the
 * change
 */
function clientsWho(
  { live, record, clients }: LintedProposal,
  holds: (before: boolean, after: boolean) => boolean,
): string[] {
  const [was, is] = [live && traitsOf(live), record && traitsOf(record)];
  return (clients?.() ?? []).flatMap(({ name, profile }) => {
    const sees = (model: typeof was) => model !== null && isShownTo({ ...everybody, profile }, model);
    return holds(sees(was), sees(is)) ? [name] : [];
  });
}

/**
 * Returns the path of the changed field that decides which clients see the model; null for a create or
 * delete.
 */
function changedPart({ live, record }: LintedProposal): Problem['path'] {
  if (live === null || record === null) return null;
  const [was, is] = [traitsOf(live), traitsOf(record)];
  if (was.isBeta !== is.isBeta) return 'lifecycle';
  if (was.baseline !== is.baseline) return 'baseline';
  return 'config.download';
}
