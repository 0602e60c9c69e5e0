import { formatCodePoint } from '../../../kernel/code-point.ts';
import {
  createNameKeys,
  createSkeleton,
  describeHiddenCharacters,
  findHiddenCharacters,
  removeInvisible,
} from '../../../records/look-alike.ts';
import { listDerivedNames } from '../../../records/text-names/index.ts';
import { findAlikeNames, type KnownModels } from '../../catalog/index.ts';
import type { FindingRule, LintedProposal, Problem, Rule } from './finding.ts';

/** Rules about the name of a new model. They report nothing for a live model. */
export const nameRules = {
  derived_name_taken: createNewNameRule(function* ({ name }, models) {
    for (const derivedName of listDerivedNames(name)) {
      const owners = (models.byDerivedName.get(derivedName) ?? []).filter((owner) => owner !== name);
      if (owners.length === 0) continue;
      const ownerNames = owners.map((owner) => `'${owner}'`).join(', ');
      yield `'${derivedName}' is already the name under which workers serve ${ownerNames}: this model would take it over.`;
    }
  }),

  confusable_name: createNewNameRule((proposal, models) =>
    listDifferences(proposal, models, 'confusable_name'),
  ),

  hidden_characters: createNewNameRule(function* ({ name }) {
    for (const problem of describeHiddenCharacters(name)) yield `'${name}' ${problem}.`;
  }),

  name_differs_by_case: createNewNameRule((proposal, models) =>
    listDifferences(proposal, models, 'name_differs_by_case'),
  ),
  near_name: createNewNameRule((proposal, models) => listDifferences(proposal, models, 'near_name')),
} satisfies Partial<Record<FindingRule, Rule>>;

/** Creates a rule that checks the names of new models only. */
function createNewNameRule(
  check: (proposal: LintedProposal, ownModels: KnownModels) => Iterable<string>,
): Rule {
  return function* (proposal): Generator<Problem> {
    const { category, live, record, knownModels } = proposal;
    const ownModels = knownModels.find((models) => models.category === category);
    if (live !== null || record === null || !ownModels) return;
    for (const message of check(proposal, ownModels)) yield { path: 'name', message };
  };
}

type Alikeness = 'name_differs_by_case' | 'confusable_name' | 'near_name';

/** Largest number of models with similar names that one rule reports. */
const maxSimilarNames = 3;

function* listDifferences({ name }: LintedProposal, models: KnownModels, rule: Alikeness): Generator<string> {
  let count = 0;
  for (const similarName of findAlikeNames(name, models)) {
    if (similarName === name || count === maxSimilarNames) continue;
    const difference = classifyDifference(name, similarName);
    if (difference.rule !== rule) continue;
    count += 1;
    yield `'${name}' ${difference.words(`'${similarName}'`)}.`;
  }
}

interface Difference {
  readonly rule: Alikeness;
  readonly words: (quotedName: string) => string;
}

/**
 * Classifies the difference between two names that users may confuse. Returns the rule that reports it, and
 * the text for the message.
 */
function classifyDifference(name: string, otherName: string): Difference {
  const createDifference = (rule: Alikeness, difference: string): Difference => ({
    rule,
    words: (quotedName) => `differs only by ${difference} from ${quotedName}`,
  });
  const [nameKeysOfModel, others] = [createNameKeys(name), createNameKeys(otherName)];
  if (nameKeysOfModel.folded === others.folded) return createDifference('name_differs_by_case', 'case');
  if (nameKeysOfModel.folded.normalize('NFC') === others.folded.normalize('NFC')) {
    return createDifference('confusable_name', 'how its accents are encoded (Unicode NFC and NFD)');
  }
  const [visibleName, visibleOther] = [
    removeInvisible(nameKeysOfModel.folded),
    removeInvisible(others.folded),
  ].map((text) => text.normalize('NFC'));
  if (visibleName === visibleOther) {
    const hiddenCodes = [
      ...new Set([...findHiddenCharacters(name), ...findHiddenCharacters(otherName)]),
    ].join(', ');
    return createDifference(
      'confusable_name',
      `invisible characters (${hiddenCodes || 'variation selectors'})`,
    );
  }
  if (nameKeysOfModel.loose === others.loose)
    return createDifference('near_name', "case, spaces, '-', '_' or '.'");
  const unusualCharacters = describeUnusualCharacters(name, otherName);
  return {
    rule: 'confusable_name',
    words: (quotedName) => `looks like ${quotedName}${unusualCharacters && `: ${unusualCharacters}`}`,
  };
}

/** Lists the characters of a name that its look-alike does not have, as in `'а' is U+0430, 'Ι' is U+0399`. */
function describeUnusualCharacters(name: string, otherName: string): string {
  const otherCharacters = new Set(removeInvisible(otherName).normalize('NFC'));
  const unusualCharacters = [...new Set(removeInvisible(name).normalize('NFC'))].filter(
    (character) =>
      !otherCharacters.has(character) && createSkeleton(character) !== character.normalize('NFD'),
  );
  return unusualCharacters.map((character) => `'${character}' is ${formatCodePoint(character)}`).join(', ');
}
