import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import { isRepository } from '../../records/files/links.ts';
import { type CategoryClue, imageCategories } from './category-clues.ts';
import { findArchitectureCategory } from './file-draft.ts';
import { itemsOf, membersOf, numberOf, sha256Of, textOf, textsOf, wholeNumberOf } from './untrusted.ts';

/** The parts of a model's page at Hugging Face that drafts read. */
export interface HubPage {
  readonly id: string;
  /** The commit, 40 hex digits. */
  readonly commit: string | null;
  readonly gated: boolean;
  readonly pipeline: string | null;
  readonly library: string | null;
  readonly tags: readonly string[];
  /** The `license` member of the page: one or several. */
  readonly licenses: readonly string[];
  readonly licenseName: string | null;
  readonly licenseLink: string | null;
  /** The repository ids of the base models. */
  readonly bases: readonly string[];
  /** How the model was derived from `bases`: finetune, merge, quantized or adapter; null when not stated. */
  readonly relation: string | null;
  readonly architectures: readonly string[];
  readonly modelType: string | null;
  readonly chatTemplate: string | null;
  /** The number of parameters in the repository's safetensors files, by data type, such as `BF16`. */
  readonly parameters: Readonly<Record<string, number>>;
  readonly parametersTotal: number | null;
  readonly gguf: {
    readonly parameters: number | null;
    readonly context: number | null;
    readonly architecture: string | null;
  };
  readonly files: readonly HubFileEntry[];
}

export interface HubFileEntry {
  readonly path: string;
  readonly bytes: number | null;
  readonly sha256: string | null;
}

function isRepositoryId(id: string): boolean {
  const [owner = '', name = '', ...more] = id.split('/');
  return more.length === 0 && isRepository(owner, name);
}

/** Parses a response of Hugging Face about a model (`/api/models/…`); null when `body` is anything else. */
export function parseHubPage(body: unknown): HubPage | null {
  const model = membersOf(body);
  const id = textOf(model.id ?? model.modelId, 200);
  if (id === null || !isRepositoryId(id)) return null;
  const card = membersOf(model.cardData);
  const config = membersOf(model.config);
  const gguf = membersOf(model.gguf);
  const tags = textsOf(model.tags, 300, 200);
  const { bases, relation } = parseBases(tags, textsOf(card.base_model, 20, 200));
  const safetensors = membersOf(model.safetensors);
  return {
    id,
    commit: /^[0-9a-f]{40}$/.test(String(model.sha)) ? String(model.sha) : null,
    gated: model.gated !== false && model.gated !== undefined && model.gated !== null,
    pipeline: textOf(model.pipeline_tag ?? card.pipeline_tag, 60),
    library: textOf(model.library_name, 60),
    tags,
    licenses: mergeLicenses(tags, textsOf(card.license, 5, 80)),
    licenseName: textOf(card.license_name, 80),
    licenseLink: textOf(card.license_link, 500),
    bases,
    relation,
    architectures: textsOf(config.architectures, 10, 100),
    modelType: textOf(config.model_type, 60),
    chatTemplate:
      parseTemplate(membersOf(config.tokenizer_config).chat_template) ?? parseTemplate(gguf.chat_template),
    parameters: Object.fromEntries(
      Object.entries(membersOf(safetensors.parameters)).filter(([, count]) => wholeNumberOf(count) !== null),
    ) as Record<string, number>,
    parametersTotal: wholeNumberOf(safetensors.total),
    gguf: {
      parameters: wholeNumberOf(gguf.total),
      context: wholeNumberOf(gguf.context_length),
      architecture: textOf(gguf.architecture, 60),
    },
    files: itemsOf(model.siblings, 5_000).flatMap((sibling) => parseFile(sibling) ?? []),
  };
}

/**
 * Returns the licences in the page's `cardData`, followed by other licences in its tags. Hugging Face derives
 * the tags from `cardData`.
 */
function mergeLicenses(tags: readonly string[], cardLicenses: readonly string[]): string[] {
  const tagLicenses = tags.flatMap((tag) =>
    tag.startsWith('license:') ? [tag.slice('license:'.length)] : [],
  );
  const cardLicenseNames = new Set(cardLicenses.map((each) => each.toLowerCase()));
  return [...cardLicenses, ...tagLicenses.filter((each) => !cardLicenseNames.has(each.toLowerCase()))].slice(
    0,
    5,
  );
}

function parseBases(
  tags: readonly string[],
  cardBases: readonly string[],
): Pick<HubPage, 'bases' | 'relation'> {
  const tagBases = tags.flatMap((tag) => {
    const [, relation, base = ''] =
      /^base_model:(?:(finetune|merge|quantized|adapter):)?([^:]+)$/.exec(tag) ?? [];
    return isRepositoryId(base) ? [{ base, relation: relation ?? null }] : [];
  });
  // Authors also write URLs instead of ids.
  const cardBaseIds = cardBases.map((base) =>
    base.replace(/^https?:\/\/huggingface\.co\//, '').replace(/\/+$/, ''),
  );
  const bases = new Set([
    ...cardBaseIds.filter((base) => isRepositoryId(base)),
    ...tagBases.map(({ base }) => base),
  ]);
  return {
    bases: [...bases],
    relation: tagBases.find(({ relation }) => relation !== null)?.relation ?? null,
  };
}

/** Returns the chat template. If there are several, returns the one named `default`, or else the first. */
function parseTemplate(value: unknown): string | null {
  if (typeof value === 'string' && value !== '') return value;
  const templates = itemsOf(value, 20).map(membersOf);
  const template = templates.find(({ name }) => name === 'default') ?? templates[0];
  return typeof template?.template === 'string' ? template.template : null;
}

function parseFile(sibling: unknown): HubFileEntry | null {
  const { rfilename, size, lfs } = membersOf(sibling);
  if (typeof rfilename !== 'string' || rfilename === '' || rfilename.length > 500) return null;
  // Such a path could resolve to another file, or look like another path.
  if (/(^|\/)\.{0,2}(\/|$)|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\]/u.test(rfilename)) return null;
  const lfsFacts = membersOf(lfs);
  return {
    path: rfilename,
    bytes: wholeNumberOf(lfsFacts.size) ?? numberOf(size, 1, Number.MAX_SAFE_INTEGER),
    sha256: sha256Of(lfsFacts.sha256),
  };
}

/** Lists the clues to the category in a repository's page and `config.json`, the most certain first. */
export function listHubClues(baselines: KnownBaselines, page: HubPage, config: unknown): CategoryClue[] {
  const { pipeline, library, architectures, tags, files, gguf, relation } = page;
  const hasFile = (path: string) => files.some((file) => file.path === path);
  const findTag = (pattern: RegExp) => tags.find((tag) => pattern.test(tag));
  const clueIf = (isPresent: boolean, source: string, ...categories: string[]) =>
    isPresent ? [{ source, categories }] : [];
  const ggufCategory =
    gguf.architecture === null ? 'text_generation' : findArchitectureCategory(baselines, gguf.architecture);
  const [textArchitecture, diffusionTag, loraTag, controlnetTag, inversionTag] = [
    architectures.find((name) => /ForCausalLM|LMHeadModel|ForConditionalGeneration/.test(name)),
    findTag(/^stable-diffusion|^diffusers/),
    findTag(/^(lora|locon|dora|template:sd-lora)$/i),
    findTag(/^control-?net$/i),
    findTag(/^textual[-_]inversion$/i),
  ];
  return [
    ...clueIf(hasFile('adapter_config.json'), 'adapter_config.json', 'lora'),
    ...clueIf(/^\w*ControlNet\w*$/.test(String(membersOf(config)._class_name)), 'config.json', 'controlnet'),
    ...(pipeline === null
      ? []
      : clueIf(true, `pipeline tag '${pipeline}'`, ...(categoriesByPipeline[pipeline] ?? []))),
    ...clueIf(gguf.parameters !== null && ggufCategory !== null, 'its GGUF header', ggufCategory ?? ''),
    ...clueIf(textArchitecture !== undefined, `architecture '${textArchitecture}'`, 'text_generation'),
    ...clueIf(library === 'peft', "library 'peft'", 'lora'),
    ...clueIf(
      library === 'diffusers',
      "library 'diffusers'",
      ...imageCategories,
      'video_generation',
      'audio_generation',
    ),
    ...clueIf(
      hasFile('model_index.json'),
      'model_index.json',
      ...imageCategories,
      'video_generation',
      'audio_generation',
    ),
    ...clueIf(diffusionTag !== undefined, `tag '${diffusionTag}'`, ...imageCategories, 'video_generation'),
    ...clueIf(hasFile('pytorch_lora_weights.safetensors'), 'pytorch_lora_weights.safetensors', 'lora'),
    ...clueIf(loraTag !== undefined, `tag '${loraTag}'`, 'lora'),
    ...clueIf(
      relation === 'adapter' && loraTag === undefined,
      'base_model:adapter',
      'lora',
      'controlnet',
      'ti',
    ),
    ...clueIf(controlnetTag !== undefined, `tag '${controlnetTag}'`, 'controlnet'),
    ...clueIf(inversionTag !== undefined, `tag '${inversionTag}'`, 'ti'),
  ].filter(({ categories }) => categories.length > 0);
}

const textCategories = ['text_generation'];
const videoCategories = ['video_generation', 'lora'];
const audioCategories = ['audio_generation'];
/** The categories for Hugging Face's pipeline tags. Other tags indicate no category. */
const categoriesByPipeline: Readonly<Record<string, readonly string[]>> = {
  'text-to-image': imageCategories,
  'image-to-image': imageCategories,
  'text-to-video': videoCategories,
  'image-to-video': videoCategories,
  'video-to-video': videoCategories,
  'text-to-audio': audioCategories,
  'text-to-speech': audioCategories,
  'audio-to-audio': audioCategories,
  'text-generation': textCategories,
  'text2text-generation': textCategories,
  'image-text-to-text': textCategories,
  'any-to-any': textCategories,
};
