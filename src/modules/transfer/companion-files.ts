import type { JsonObject } from '../../kernel/json.ts';
import { sameJson } from '../../kernel/same-json.ts';
import { entryDefaults } from '../../records/categories/text/row.ts';
import { generationParams } from '../../records/setting-value.ts';
import { type CollectedFiles, parseJsonObject } from './reference-source.ts';
import { generateDbJson } from './repository-files/db-json.ts';
import type { SourceReader } from './source-reader.ts';

/**
 * Checks the files beside `models.csv`, and adds a warning for each unexpected one. `defaults.json` and
 * `generation_params.json` must match the registry's built-in values, which do not change. `db.json` must
 * equal the output of its generator for the other files.
 */
export async function compareCompanions(
  source: SourceReader,
  folder: string,
  csv: string,
  collectedFiles: CollectedFiles,
): Promise<void> {
  const warn = (name: string, reason: string) =>
    collectedFiles.warnings.push({ file: source.label(folder + name), name: null, reason });
  const readCompanion = async (name: string) => {
    const text = await source.read(folder + name);
    if (typeof text !== 'string') return null;
    const content = parseJsonObject(text);
    if ('instead' in content) {
      warn(name, `is not a JSON object and is ignored: ${content.instead}`);
      return null;
    }
    collectedFiles.texts.push({ fileName: name, text });
    return { text, content: content.object };
  };
  const builtInFiles = [
    { name: 'defaults.json', same: (content: JsonObject) => sameJson(content, entryDefaults) },
    {
      name: 'generation_params.json',
      same: (content: JsonObject) => sameJson(Object.keys(content).sort(), [...generationParams].sort()),
    },
  ];
  const companions: (string | null)[] = [];
  for (const { name, same } of builtInFiles) {
    const companion = await readCompanion(name);
    companions.push(companion?.text ?? null);
    if (companion && !same(companion.content))
      warn(name, 'differs from the values built into the registry, and is not imported');
  }
  const [defaults, generationParamsText] = companions;
  const committedDb = await readCompanion('db.json');
  if (committedDb === null || !defaults || !generationParamsText) return;
  const generatedDb = generateDbJson(csv, { defaults, generationParams: generationParamsText });
  if ('reason' in generatedDb) {
    warn(
      'models.csv',
      `line ${generatedDb.line}: ${generatedDb.reason}: the generator of db.json stops here`,
    );
  } else if (generatedDb.text !== committedDb.text) {
    warn('db.json', 'differs from what its generator makes of models.csv');
  }
}
