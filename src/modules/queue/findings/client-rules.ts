import { firstNames } from '../../../kernel/first-names.ts';
import {
  clientProfileCategory,
  everybody,
  isShownTo,
  profileOf,
  traitsOf,
  understands,
} from '../../../records/audience.ts';
import { clientProfile } from '../../../records/categories/extra-categories.ts';
import { isBeta, replacementOf } from '../../../records/lifecycle.ts';
import { alikeNames } from '../../catalog/index.ts';
import type { FindingRule, LintedProposal, LiveModel, Problem, Rule } from './finding.ts';
import { monthlyUses, usedInMonth } from './uses.ts';

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

/** Largest number of models that the message of a finding names. */
const namedModels = 3;

/** Reports the live models that clients with a changed or deleted profile would stop seeing. */
function* lossesOfProfile(proposal: LintedProposal): Iterable<Problem> {
  const { name, live, record, deletes = false } = proposal;
  if (live === null || (record === null && !deletes)) return;
  const lost = modelsBy(proposal, (before, after) => before && !after);
  const loses = lost.length === 0 ? null : `${name} loses ${listed(lost, proposal)}.`;
  if (deletes) {
    const refused = `Reads with client=${name} are refused once it is gone`;
    yield { path: 'name', message: loses === null ? `${refused}.` : `${refused}: ${loses}` };
  } else if (loses !== null) {
    yield { path: changedLimit(proposal), message: loses };
  }
}

/** Reports the live models that clients with a new or changed profile would begin to see. */
function* gainsOfProfile(proposal: LintedProposal): Iterable<Problem> {
  const { name, live, record } = proposal;
  if (record === null) return;
  const gained = modelsBy(proposal, (before, after) => !before && after);
  if (live !== null) {
    if (gained.length === 0) return;
    yield { path: changedLimit(proposal), message: `${name} gains ${listed(gained, proposal)}.` };
    return;
  }
  const others = modelsBy(proposal, (_, after) => !after);
  const without = others.length === 0 ? '' : `, and does not understand ${listed(others, proposal)}`;
  yield { path: null, message: `${name} gets ${counted(gained.length)}${without}.` };
}

/**
 * Lists the live models for which `holds` returns true.
 * @param holds receives whether the profile understands a model before the change, and whether it does after
 * the change
 */
function modelsBy(
  { live, record, models }: LintedProposal,
  holds: (before: boolean, after: boolean) => boolean,
): LiveModel[] {
  const was = live && profileOf(live);
  const is = record && profileOf(record);
  const found: LiveModel[] = [];
  for (const model of models?.() ?? []) {
    const before = was !== null && understands(was, model.traits);
    const after = is !== null && understands(is, model.traits);
    if (holds(before, after)) found.push(model);
  }
  return found;
}

/**
 * Returns a text with the number of models, the names of the most used ones, and the sum of the uses of all
 * of them in a month.
 */
function listed(models: readonly LiveModel[], { usageOf }: LintedProposal): string {
  const named = models
    .map((model) => ({ ...model, month: monthlyUses(model, usageOf) ?? 0 }))
    .sort((a, b) => b.month - a.month)
    .map(({ name, category }) => `'${name}' (${category})`);
  return `${counted(models.length)}: ${firstNames(named, namedModels)}${usedInMonth(models, usageOf)}`;
}

function counted(models: number): string {
  return models === 1 ? '1 model' : `${models} models`;
}

/**
 * Finds the field with which a proposal changes what clients of this profile see. Null when it changes
 * several such fields or none.
 */
function changedLimit({ live, record }: LintedProposal): string | null {
  const [field = null, ...others] = clientProfile.criticalFields.filter(
    (each) => JSON.stringify(live?.[each]) !== JSON.stringify(record?.[each]),
  );
  return others.length === 0 ? field : null;
}
