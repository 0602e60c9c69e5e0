import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import type { BaselineFacts } from '../../records/baselines/baseline-facts.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import { isRegistryExport } from './import-plan.ts';
import type { SourceModel, SourceProblem } from './reference-source.ts';

interface MissingBaseline {
  readonly facts: BaselineFacts;
  readonly warning: SourceProblem;
}

/**
 * Finds the baselines that imported models name but this registry does not have. Considers only the models
 * that come from another registry. The import accepts them with their baselines; otherwise it could not
 * import the export of another registry.
 */
export function findMissingBaselines(
  models: readonly SourceModel[],
  baselines: KnownBaselines,
): readonly MissingBaseline[] {
  const references = models.flatMap(({ definition, format, file, record }) => {
    if (!definition.onlyKnownBaselines || format !== 'v2' || !isFromRegistry(record)) return [];
    const { baseline } = record;
    if (typeof baseline !== 'string') return [];
    const [category, name] = [definition.name, baselines.canonical(definition.name, baseline)];
    return baselines.has(category, name) ? [] : [{ name, category, file }];
  });
  return Array.from(
    Map.groupBy(references, ({ name }) => name),
    ([name, uses]) => {
      const [{ category, file } = { category: '', file: '' }] = uses;
      const count = uses.length === 1 ? '1 model' : `${uses.length} models`;
      const reason = `names the baseline '${name}' (of ${count}), which is no longer published: the models are imported with it. Publish the baseline (POST …/image_generation/baselines/change-sets), or change the models.`;
      return { facts: { name, title: name, category }, warning: { file, name: null, reason } };
    },
  );
}

function isFromRegistry(record: SourceModel['record']): record is JsonObject {
  return isJsonObject(record) && isRegistryExport(record);
}
