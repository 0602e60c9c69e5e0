import { RegistryError } from '../../kernel/errors.ts';
import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import { civitaiPage } from './civitai-page.ts';
import { DraftInProgress } from './draft.ts';
import { fromCivitaiPage } from './from-civitai.ts';
import { fromHubPage } from './from-hub.ts';
import { hubPage } from './hub-page.ts';
import type { MadeDraft } from './made-draft.ts';

/** Of pasted JSON: an answer of Civitai or Hugging Face, a record, or a legacy record. Nothing is asked of anybody. */
export async function fromText(
  text: string,
  categories: readonly CategoryDefinition[],
  category: CategoryDefinition | null,
): Promise<MadeDraft> {
  const value = oneOf(parsed(text));
  const civitai = civitaiPage(value);
  if (civitai) return fromCivitaiPage(null, civitai, null, null);
  const hub = 'siblings' in value || 'pipeline_tag' in value || 'modelId' in value ? hubPage(value) : null;
  if (hub) return fromHubPage(hub, category?.name ?? null);
  for (const each of category ? [category] : categories) {
    const record = recordIn(value, each);
    if (record) return { draft: pasted(record), category: each.name };
  }
  throw new RegistryError(
    'bad_request',
    'The JSON is none of those that are known: allowed are answers of Civitai (a model or a version) and Hugging Face (a model), records, and legacy records (say their category).',
  );
}

/** The legacy files have each record under its name. */
function oneOf(value: JsonObject): JsonObject {
  const [only, ...others] = Object.entries(value);
  if (!only || others.length > 0 || !isJsonObject(only[1])) return value;
  return { name: only[0], ...only[1] };
}

function recordIn(value: JsonObject, { name, record, legacy }: CategoryDefinition): JsonObject | null {
  if (value.record_type === name) {
    const parsedRecord = record.safeParse(value);
    return parsedRecord.success ? parsedRecord.data : null;
  }
  const isLegacy = isJsonObject(value.config) && 'files' in value.config;
  const looksIt = isLegacy || value.record_type === undefined;
  const body = looksIt && legacy && 'name' in value ? legacy.body.safeParse(value) : null;
  if (!body?.success || !legacy) return null;
  const stored = legacy.fromBody(body.data.name, body.data, null);
  return legacy.toV2(body.data.name, stored, null);
}

/** The server sets its own metadata. */
function pasted(record: JsonObject): DraftInProgress {
  const draft = new DraftInProgress();
  for (const [field, value] of Object.entries(record)) {
    if (!['metadata', 'record_type', 'model_classification'].includes(field))
      draft.say(field, value, 'pasted record');
  }
  return draft;
}

function parsed(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch {
    // told below
  }
  throw new RegistryError('bad_request', 'The text is neither a link nor a JSON object.');
}
