import { firstNames } from '../../../kernel/first-names.ts';
import { profileOf, understands } from '../../../records/audience.ts';
import { clientProfile } from '../../../records/categories/client-profile.ts';
import type { LintedProposal, LiveModel, Problem } from './finding.ts';
import { monthlyUses, usedInMonth } from './uses.ts';

/** Largest number of models that the message of a finding names. */
const namedModels = 3;

/** Reports the live models that clients with a changed or deleted profile would stop seeing. */
export function* lossesOfProfile(proposal: LintedProposal): Iterable<Problem> {
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
export function* gainsOfProfile(proposal: LintedProposal): Iterable<Problem> {
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
