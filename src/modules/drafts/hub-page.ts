import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import { isRepository } from '../../records/files/links.ts';
import { type CategoryClue, imageCategories } from './category-clues.ts';
import { categoryOfArchitecture } from './file-draft.ts';
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
export function hubPage(body: unknown): HubPage | null {
  const model = membersOf(body);
  const id = textOf(model.id ?? model.modelId, 200);
  if (id === null || !isRepositoryId(id)) return null;
  const card = membersOf(model.cardData);
  const config = membersOf(model.config);
  const gguf = membersOf(model.gguf);
  const tags = textsOf(model.tags, 300, 200);
  const { bases, relation } = basesOf(tags, textsOf(card.base_model, 20, 200));
  const safetensors = membersOf(model.safetensors);
  return {
    id,
    commit: /^[0-9a-f]{40}$/.test(String(model.sha)) ? String(model.sha) : null,
    gated: model.gated !== false && model.gated !== undefined && model.gated !== null,
    pipeline: textOf(model.pipeline_tag ?? card.pipeline_tag, 60),
    library: textOf(model.library_name, 60),
    tags,
    licenses: licensesOf(tags, textsOf(card.license, 5, 80)),
    licenseName: textOf(card.license_name, 80),
    licenseLink: textOf(card.license_link, 500),
    bases,
    relation,
    architectures: textsOf(config.architectures, 10, 100),
    modelType: textOf(config.model_type, 60),
    chatTemplate:
      templateOf(membersOf(config.tokenizer_config).chat_template) ?? templateOf(gguf.chat_template),
    parameters: Object.fromEntries(
      Object.entries(membersOf(safetensors.parameters)).filter(([, count]) => wholeNumberOf(count) !== null),
    ) as Record<string, number>,
    parametersTotal: wholeNumberOf(safetensors.total),
    gguf: {
      parameters: wholeNumberOf(gguf.total),
      context: wholeNumberOf(gguf.context_length),
      architecture: textOf(gguf.architecture, 60),
    },
    files: itemsOf(model.siblings, 5_000).flatMap((sibling) => fileOf(sibling) ?? []),
  };
}

/** Returns the licences of the page, and the licences in its tags (derived by the host) if they differ. */
function licensesOf(tags: readonly string[], fromCard: readonly string[]): string[] {
  const inTags = tags.flatMap((tag) => (tag.startsWith('license:') ? [tag.slice('license:'.length)] : []));
  const cardNames = new Set(fromCard.map((each) => each.toLowerCase()));
  return [...fromCard, ...inTags.filter((each) => !cardNames.has(each.toLowerCase()))].slice(0, 5);
}

function basesOf(tags: readonly string[], fromCard: readonly string[]): Pick<HubPage, 'bases' | 'relation'> {
  const inTags = tags.flatMap((tag) => {
    const [, relation, base = ''] =
      /^base_model:(?:(finetune|merge|quantized|adapter):)?([^:]+)$/.exec(tag) ?? [];
    return isRepositoryId(base) ? [{ base, relation: relation ?? null }] : [];
  });
  // Authors also write URLs instead of ids.
  const stated = fromCard.map((base) =>
    base.replace(/^https?:\/\/huggingface\.co\//, '').replace(/\/+$/, ''),
  );
  const bases = new Set([
    ...stated.filter((base) => isRepositoryId(base)),
    ...inTags.map(({ base }) => base),
  ]);
  return { bases: [...bases], relation: inTags.find(({ relation }) => relation !== null)?.relation ?? null };
}

/** Returns the chat template; of several named templates, the one named `default`, else the first. */
function templateOf(value: unknown): string | null {
  if (typeof value === 'string' && value !== '') return value;
  const templates = itemsOf(value, 20).map(membersOf);
  const template = templates.find(({ name }) => name === 'default') ?? templates[0];
  return typeof template?.template === 'string' ? template.template : null;
}

function fileOf(sibling: unknown): HubFileEntry | null {
  const { rfilename, size, lfs } = membersOf(sibling);
  if (typeof rfilename !== 'string' || rfilename === '' || rfilename.length > 500) return null;
  // Such a path could resolve to another file, or look like another path.
  if (/(^|\/)\.{0,2}(\/|$)|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\]/u.test(rfilename)) return null;
  const large = membersOf(lfs);
  return {
    path: rfilename,
    bytes: wholeNumberOf(large.size) ?? numberOf(size, 1, Number.MAX_SAFE_INTEGER),
    sha256: sha256Of(large.sha256),
  };
}

/** Lists the clues to the category in a repository's page and `config.json`, the most certain first. */
export function cluesOfHub(baselines: KnownBaselines, page: HubPage, config: unknown): CategoryClue[] {
  const { pipeline, library, architectures, tags, files, gguf, relation } = page;
  const has = (path: string) => files.some((file) => file.path === path);
  const tagged = (pattern: RegExp) => tags.find((tag) => pattern.test(tag));
  const says = (isSo: boolean, by: string, ...fits: string[]) => (isSo ? [{ by, fits }] : []);
  const ofGguf =
    gguf.architecture === null ? 'text_generation' : categoryOfArchitecture(baselines, gguf.architecture);
  const [textual, pictured, patched, controlling, inverted] = [
    architectures.find((name) => /ForCausalLM|LMHeadModel|ForConditionalGeneration/.test(name)),
    tagged(/^stable-diffusion|^diffusers/),
    tagged(/^(lora|locon|dora|template:sd-lora)$/i),
    tagged(/^control-?net$/i),
    tagged(/^textual[-_]inversion$/i),
  ];
  return [
    ...says(has('adapter_config.json'), 'adapter_config.json', 'lora'),
    ...says(/^\w*ControlNet\w*$/.test(String(membersOf(config)._class_name)), 'config.json', 'controlnet'),
    ...(pipeline === null ? [] : says(true, `pipeline tag '${pipeline}'`, ...(ofPipeline[pipeline] ?? []))),
    ...says(gguf.parameters !== null && ofGguf !== null, 'its GGUF header', ofGguf ?? ''),
    ...says(textual !== undefined, `architecture '${textual}'`, 'text_generation'),
    ...says(library === 'peft', "library 'peft'", 'lora'),
    ...says(
      library === 'diffusers',
      "library 'diffusers'",
      ...imageCategories,
      'video_generation',
      'audio_generation',
    ),
    ...says(
      has('model_index.json'),
      'model_index.json',
      ...imageCategories,
      'video_generation',
      'audio_generation',
    ),
    ...says(pictured !== undefined, `tag '${pictured}'`, ...imageCategories, 'video_generation'),
    ...says(has('pytorch_lora_weights.safetensors'), 'pytorch_lora_weights.safetensors', 'lora'),
    ...says(patched !== undefined, `tag '${patched}'`, 'lora'),
    ...says(
      relation === 'adapter' && patched === undefined,
      'base_model:adapter',
      'lora',
      'controlnet',
      'ti',
    ),
    ...says(controlling !== undefined, `tag '${controlling}'`, 'controlnet'),
    ...says(inverted !== undefined, `tag '${inverted}'`, 'ti'),
  ].filter(({ fits }) => fits.length > 0);
}

const texts = ['text_generation'];
const videos = ['video_generation', 'lora'];
const sounds = ['audio_generation'];
/** The categories for Hugging Face's pipeline tags. Other tags indicate no category. */
const ofPipeline: Readonly<Record<string, readonly string[]>> = {
  'text-to-image': imageCategories,
  'image-to-image': imageCategories,
  'text-to-video': videos,
  'image-to-video': videos,
  'video-to-video': videos,
  'text-to-audio': sounds,
  'text-to-speech': sounds,
  'audio-to-audio': sounds,
  'text-generation': texts,
  'text2text-generation': texts,
  'image-text-to-text': texts,
  'any-to-any': texts,
};
