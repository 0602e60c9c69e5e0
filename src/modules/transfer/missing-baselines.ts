import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import type { BaselineFacts } from '../../records/baselines/baseline-facts.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import { isRegistryExport } from './import-plan.ts';
import type { SourceModel, SourceProblem } from './reference-source.ts';

interface LostBaseline {
  readonly facts: BaselineFacts;
  readonly warning: SourceProblem;
}

/**
 * Finds the baselines that this registry lacks although imported models of another registry name them. The
 * import accepts these models anyway, because otherwise the export of the other registry could not be
 * imported.
 */
export function findLostBaselines(
  models: readonly SourceModel[],
  baselines: KnownBaselines,
): readonly LostBaseline[] {
  const references = models.flatMap(({ definition, format, file, record }) => {
    if (!definition.onlyKnownBaselines || format !== 'v2' || !isFromRegistry(record)) return [];
    const { baseline } = record;
    if (typeof baseline !== 'string') return [];
    const [category, name] = [definition.name, baselines.canonical(definition.name, baseline)];
    return baselines.has(category, name) ? [] : [{ name, category, file }];
  });
  return Array.from(
    Map.groupBy(references, ({ name }) => name),
    ([name, own]) => {
      const [{ category, file } = { category: '', file: '' }] = own;
      const count = own.length === 1 ? '1 model' : `${own.length} models`;
      const reason = `names the baseline '${name}' (of ${count}), which is not among the baselines any more: the models are imported with it. Publish the baseline (POST …/image_generation/baselines/change-sets), or give the models another.`;
      return { facts: { name, title: name, category }, warning: { file, name: null, reason } };
    },
  );
}

function isFromRegistry(record: SourceModel['record']): record is JsonObject {
  return isJsonObject(record) && isRegistryExport(record);
}
