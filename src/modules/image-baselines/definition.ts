import { joinFirstNames } from '../../kernel/first-names.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { sameJson } from '../../kernel/same-json.ts';
import { baselineJson, firstBaselines } from '../../records/baselines/first-baselines.ts';
import { createNameKeys, describeHiddenCharacters } from '../../records/look-alike.ts';
import type { Tx } from '../../store/tx.ts';
import { modelStore } from '../catalog/index.ts';
import {
  baselineSection,
  type Catalogue,
  type CatalogueDefinition,
  type CatalogueDraft,
  type CatalogueFinding,
  createCatalogMetadata,
  createChangeSets,
  createFirstMetadata,
  createRuleError,
  type EntryWrite,
  readExport,
  type Section,
  sortSection,
} from '../catalogues/index.ts';
import {
  foreignBaseline,
  type ImageBaselineChangeSet,
  imageBaselineChangeSet,
  type SentBaseline,
} from './change-set.ts';

/** The names of the live image models, grouped by their baseline. */
type ModelNamesByBaseline = ReadonlyMap<string, readonly string[]>;

const section = baselineSection;
const entriesOf = ({ sections }: Catalogue): Section => sections[section] ?? new Map();

/** Maximum number of models that a message names. */
const maxNamedModels = 5;

export const imageBaselines = createChangeSets<ImageBaselineChangeSet, ModelNamesByBaseline>({
  kind: 'image_baseline',
  category: 'image_generation',
  modelNamePrefix: 'baseline',
  route: 'submit_image_baseline_change_set',
  etagPrefix: 'image-baselines',
  exportPath: '/model_references/v2/image_generation/baselines/export',
  sections: [section],
  initialCatalogue: {
    revision: 1,
    updated_at: null,
    sections: {
      [section]: sortSection(
        firstBaselines.map((each) => [each.name, { ...baselineJson(each), metadata: createFirstMetadata() }]),
      ),
    },
  },
  changeSet: imageBaselineChangeSet,
  readRuleData: readModelsByBaseline,
  apply,
  check,
  listAffectedNames: ({ changes }) => ({ key: 'affected_baselines', names: listDistinctNames(changes) }),
  listRelatedModels: ({ changes }) => listDistinctNames(changes),
  // Baselines are created before the models that use them, and deleted after no model uses them any more.
  isAfterModels: ({ changes }) => changes.some(({ operation }) => operation === 'delete'),
  listFindings: compareCatalogues,
  isCritical: (path) => /\.(?:horde_policy|capabilities|name)(?:\.|$)/.test(path),
  createReversal: createUndoChangeSet,
  createExport: (catalogue) => ({
    metadata: createCatalogMetadata(catalogue),
    baselines: Object.fromEntries(entriesOf(catalogue)),
  }),
  parseExport: (value) =>
    readExport(value, 'image baselines', { [section]: { entry: foreignBaseline, nameField: 'name' } }),
} satisfies CatalogueDefinition<ImageBaselineChangeSet, ModelNamesByBaseline>);

async function readModelsByBaseline(reader: Tx): Promise<ModelNamesByBaseline> {
  const rows = await modelStore(reader).list('image_generation');
  const models = new Map<string, string[]>();
  for (const { name, v2 } of rows) {
    const { baseline } = JSON.parse(v2) as JsonObject;
    if (typeof baseline !== 'string') continue;
    const names = models.get(baseline) ?? [];
    names.push(name);
    models.set(baseline, names);
  }
  return models;
}

function listDistinctNames(changes: ImageBaselineChangeSet['changes']): string[] {
  return [...new Set(changes.map(({ name }) => name))];
}

function apply(draft: CatalogueDraft, { changes }: ImageBaselineChangeSet): void {
  for (const { operation, name, record, expected_before: expectedEntry } of changes) {
    if (operation === 'upsert') {
      if (record === null) throw createRuleError(`The upsert of baseline '${name}' must have a record.`);
      if (record.name !== name) {
        throw createRuleError(
          `The upsert of baseline '${name}' must have a record with this name; found '${record.name}'.`,
        );
      }
    }
    draft.assertUnchanged(section, name, `Baseline '${name}'`, expectedEntry as unknown as JsonObject | null);
    if (operation === 'upsert') {
      draft.put(section, name, record as unknown as JsonObject);
      continue;
    }
    if (!draft.section(section).has(name)) {
      throw createRuleError(`Baseline '${name}' cannot be deleted: it does not exist.`);
    }
    draft.remove(section, name);
  }
}

function check(after: Catalogue, before: Catalogue, models: ModelNamesByBaseline): void {
  for (const name of entriesOf(before).keys()) {
    const users = entriesOf(after).has(name) ? [] : (models.get(name) ?? []);
    if (users.length === 0) continue;
    const userNames = joinFirstNames(
      users.map((user) => `'${user}'`),
      maxNamedModels,
    );
    throw createRuleError(
      `Baseline '${name}' cannot be deleted: ${users.length} live image ${users.length === 1 ? 'model names' : 'models name'} it: ${userNames}.`,
    );
  }
  const owners = new Map<string, string>();
  for (const [name, entry] of entriesOf(after)) {
    const { alternative_names } = entry as unknown as SentBaseline;
    for (const alternative of new Set(alternative_names)) {
      if (alternative !== name && entriesOf(after).has(alternative)) {
        throw createRuleError(
          `The alternative name '${alternative}' of baseline '${name}' is the name of another baseline.`,
        );
      }
      const owner = owners.get(alternative);
      if (owner !== undefined) {
        throw createRuleError(
          `The alternative name '${alternative}' of baseline '${name}' is an alternative name of baseline '${owner}'.`,
        );
      }
      owners.set(alternative, name);
    }
  }
}

/** Reports a new name that reviewers may mistake for another one. */
function* findNameProblems(name: string, others: Iterable<string>): Generator<CatalogueFinding> {
  const key = createNameKeys(name).looselySeen;
  const similarNames = [...others].filter(
    (other) => other !== name && createNameKeys(other).looselySeen === key,
  );
  const similarNamesText = joinFirstNames(
    similarNames.map((each) => `'${each}'`),
    maxNamedModels,
  );
  const problems = [
    ...(similarNames.length > 0 ? [`looks like ${similarNamesText}`] : []),
    ...describeHiddenCharacters(name),
  ];
  for (const problem of problems)
    yield { severity: 'warning', path: `baselines.${name}`, message: `The new name '${name}' ${problem}.` };
}

function* findChanges(
  name: string,
  before: SentBaseline | null,
  after: SentBaseline | null,
  userCount: number,
): Generator<CatalogueFinding> {
  const usersText = `${userCount} live image ${userCount === 1 ? 'model names' : 'models name'} it`;
  if (before === null || after === null) {
    const changeText = after === null ? 'is deleted' : 'is new';
    yield {
      severity: 'note',
      path: `baselines.${name}`,
      message: `Baseline '${name}' ${changeText}: ${usersText}.`,
    };
    return;
  }
  for (const part of ['horde_policy', 'capabilities'] as const) {
    const [old, now] = [before[part] as JsonObject, after[part] as JsonObject];
    for (const key of Object.keys(now)) {
      if (sameJson(old[key], now[key])) continue;
      const [oldText, newText] = [JSON.stringify(old[key]), JSON.stringify(now[key])];
      const message = `${part}.${key} of baseline '${name}' becomes ${newText}, was ${oldText}: ${usersText}.`;
      const severity = userCount > 0 ? 'warning' : 'note';
      yield { severity, path: `baselines.${name}.${part}.${key}`, message };
    }
  }
  const removedNames = before.alternative_names.filter((each) => !after.alternative_names.includes(each));
  if (removedNames.length > 0) {
    const spellings = removedNames.map((each) => `'${each}'`).join(', ');
    const message = `Baseline '${name}' loses spellings, which writes can then no longer use: ${spellings}.`;
    yield { severity: 'warning', path: `baselines.${name}.alternative_names`, message };
  }
}

function compareCatalogues(
  before: Catalogue,
  after: Catalogue,
  models: ModelNamesByBaseline,
): CatalogueFinding[] {
  const names = new Set([...entriesOf(before).keys(), ...entriesOf(after).keys()]);
  return [...names].flatMap((name) => {
    const [old, now] = [before, after].map(
      (each) => (entriesOf(each).get(name) ?? null) as SentBaseline | null,
    ) as [SentBaseline | null, SentBaseline | null];
    return [
      ...(old === null ? findNameProblems(name, names) : []),
      ...findChanges(name, old, now, models.get(name)?.length ?? 0),
    ];
  });
}

function createUndoChangeSet(writes: readonly EntryWrite[], _now: Catalogue, title: string): JsonObject {
  return {
    title,
    changes: writes.map(({ name, before, after: live }) => ({
      operation: before === null ? 'delete' : 'upsert',
      name,
      record: before,
      expected_before: live,
    })),
  };
}
