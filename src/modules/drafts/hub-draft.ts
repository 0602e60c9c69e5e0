import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import { findByHubName, findByHubTags, findByUnetConfig } from '../../records/baselines/recognise.ts';
import { type FileSet, fileSets } from '../../records/files/file-endings.ts';
import { groupOfName, parseTextName } from '../../records/text-names/index.ts';
import { DraftInProgress } from './draft.ts';
import { noteMemory } from './file-draft.ts';
import { bytesOf, type Part, partOf } from './file-parts.ts';
import type { HubFileEntry, HubPage } from './hub-page.ts';
import { imageNameOf, setClipSkip, styleOf } from './image-fields.ts';
import {
  baseByName,
  canonicalInstructFormat,
  formatByArchitecture,
  formatByBase,
  formatByName,
  formatOfTemplate,
  parametersOfName,
} from './text-families.ts';
import { type Members, markdownToText, membersOf, numberOf, textOf, wholeNumberOf } from './untrusted.ts';

/** Small files of a repository. A member is null when its file is missing. */
export interface HubExtras {
  readonly readMe: string | null;
  /** `config.json`, parsed. */
  readonly config: unknown;
  /** `generation_config.json`, parsed. */
  readonly generation: unknown;
  /** `unet/config.json`, parsed. */
  readonly unet: unknown;
}

/** The tags that the registry uses for text models. */
const textTags = new Set(
  'roleplay storytelling reasoning coding conversational agentic mathematics moe horror adventure multilingual vision uncensored unaligned explicit story thinking decensored tool-use violence'.split(
    ' ',
  ),
);

/**
 * Lists the files of a repository that can be the model of an image record, grouped into sets of shards, the
 * largest first.
 */
export function modelFiles({ files }: HubPage): FileSet<HubFileEntry>[] {
  const modelEntries = files.filter(
    ({ path, bytes }) => /\.(safetensors|sft|ckpt|gguf)$/i.test(path) && partOf(path, bytes) === null,
  );
  return fileSets(modelEntries, pathOf).sort((a, b) => (bytesOf(b) ?? 0) - (bytesOf(a) ?? 0));
}

/** Lists the files of a repository that contain one component of a model, grouped into sets of shards. */
export function partFiles({ files }: HubPage, part: Part): FileSet<HubFileEntry>[] {
  const matches = files.filter(
    ({ path, bytes }) => /\.(safetensors|sft|gguf)$/i.test(path) && partOf(path, bytes) === part,
  );
  return fileSets(matches, pathOf);
}

function pathOf({ path }: HubFileEntry): string {
  return path;
}

function commonDraft(page: HubPage, { readMe }: HubExtras): DraftInProgress {
  const draft = new DraftInProgress();
  draft.say('description', markdownToText(readMe), 'huggingface:README.md', 'likely');
  const licence = page.licenseName ?? page.licenses.join(', ');
  if (licence !== '') draft.note(null, `Licence: ${licence} (huggingface:cardData.license).`);
  if (page.gated)
    draft.note('url', 'The repository is gated: workers cannot download from it without an account.');
  if (page.tags.includes('not-for-all-audiences')) draft.say('nsfw', true, 'huggingface:tags');
  else draft.say('nsfw', false, 'huggingface:tags', 'guess');
  return draft;
}

/**
 * Creates the draft of a text model. The record has no files: backends download the repository themselves.
 */
export function draftOfTextModel(page: HubPage, extras: HubExtras): DraftInProgress {
  const draft = commonDraft(page, extras);
  const { quant, version } = parseTextName(page.id);
  draft
    .say('name', page.id, 'huggingface:id')
    .say('url', `https://huggingface.co/${page.id}`, 'huggingface:id')
    .say('text_model_group', groupOfName(page.id), 'name', 'likely')
    .say('version', version, 'name', 'likely')
    .say('tags', textTagsOf(page), 'huggingface:tags', 'likely');
  setParameters(draft, page);
  noteMemory(draft, bytesByType(page));
  setBase(draft, page);
  setInstructFormat(draft, page);
  setGenerationSettings(draft, membersOf(extras.generation));
  const config = membersOf(extras.config);
  const context =
    wholeNumberOf(config.max_position_embeddings) ??
    wholeNumberOf(membersOf(config.text_config).max_position_embeddings) ??
    page.gguf.context;
  if (context !== null) draft.note(null, `Context length: ${context} tokens (huggingface:config.json).`);
  const isCopy = page.relation === 'quantized' || quant !== null || /[-_]gguf$/i.test(page.id);
  if (isCopy && page.bases[0] !== undefined) {
    draft.note('name', `This is a quantized copy of ${page.bases[0]}: the registry lists the original.`);
  }
  return draft;
}

/**
 * Sets the number of parameters: Hugging Face's count of the tensors or, if there is none, the number in the
 * model's name.
 */
function setParameters(draft: DraftInProgress, { id, parameters, parametersTotal, gguf }: HubPage): void {
  const { count: byName, isMixture } = parametersOfName(id);
  // Quantised tensors pack several parameters into one number, so the count is wrong.
  const hasPackedTypes = Object.keys(parameters).some((kind) => /^[IU]\d+$|^F4|^F6/.test(kind));
  const tensorCount = hasPackedTypes ? null : (parametersTotal ?? gguf.parameters);
  const source = parametersTotal !== null ? 'huggingface:safetensors.total' : 'huggingface:gguf.total';
  draft.say('parameters', tensorCount, source);
  if (isMixture && byName !== null) draft.say('parameters', Math.round(byName / 2), 'name', 'guess');
  else draft.say('parameters', byName, 'name', 'likely');
  if (hasPackedTypes) draft.note('parameters', 'The tensors are quantized, so they cannot be counted.');
  if (isMixture) {
    draft.note(
      'parameters',
      `This is a mixture of experts: records state about half of its ${byName} parameters.`,
    );
  } else if (
    tensorCount !== null &&
    byName !== null &&
    (tensorCount / byName > 1.3 || tensorCount / byName < 0.7)
  ) {
    draft.ask('parameters', `The tensors contain ${tensorCount} parameters, but the name states ${byName}.`);
  }
}

/** The data types of tensors by their size in bytes. */
const typesOfSize: Readonly<Record<number, string>> = {
  8: 'F64 I64 U64',
  4: 'F32 I32 U32',
  2: 'BF16 F16 I16 U16',
  1: 'I8 U8 BOOL F8_E4M3 F8_E5M2 F8_E8M0 F8_E4M3FNUZ F8_E5M2FNUZ',
};
const bytesOfType = new Map(
  Object.entries(typesOfSize).flatMap(([bytes, types]) =>
    types.split(' ').map((type) => [type, Number(bytes)] as const),
  ),
);

/** Returns the number of bytes of a repository's tensors by data type, from the host's counts. */
function bytesByType({ parameters }: HubPage): Map<string, number> {
  const knownTypes = Object.entries(parameters).filter(([type]) => bytesOfType.has(type));
  return new Map(knownTypes.map(([type, count]) => [type, count * bytesOfType.get(type)!]));
}

function setBase(draft: DraftInProgress, page: HubPage): void {
  const { id, bases, relation } = page;
  const [first, ...others] = bases;
  if (first === undefined) {
    const base = baseByName(id, Number(draft.value('parameters') ?? 0) || null);
    if (base === null) return;
    draft
      .say('baseline', base, 'name', 'guess')
      .note(
        'baseline',
        `The page names no base model. Models with such names are usually based on '${base}'.`,
      );
    return;
  }
  if (others.length === 0) {
    draft.say('baseline', first, 'huggingface:base_model', relation === 'quantized' ? 'likely' : 'certain');
    return;
  }
  draft
    .say('baseline', first, 'huggingface:base_model', 'guess')
    .note(
      'baseline',
      `It was made of ${bases.length} models: ${bases.slice(0, 10).join(', ')}. The first one is used.`,
    );
}

/**
 * Sets the instruct format: that of the chat template or, if unknown, a guess from the model's name, base
 * model or architecture.
 */
function setInstructFormat(draft: DraftInProgress, page: HubPage): void {
  const { id, bases, chatTemplate } = page;
  const templateFormat = chatTemplate === null ? null : formatOfTemplate(chatTemplate);
  if (templateFormat !== null) {
    draft.say('instruct_format', canonicalInstructFormat(templateFormat), 'huggingface:chat_template');
    return;
  }
  const guessedFormat =
    sayGuess('name', formatByName(id)) ??
    sayGuess('base model', bases.map(formatByBase).find((format) => format !== null) ?? null) ??
    sayGuess('huggingface:config.model_type', architectureFormat(page));
  const templateProblem =
    chatTemplate === null ? 'The page has no chat template.' : 'The chat template is not a known one.';
  if (guessedFormat !== null)
    draft.note(
      'instruct_format',
      `${templateProblem} '${guessedFormat}' is the usual format of similar models.`,
    );
  else if (chatTemplate !== null) draft.note('instruct_format', templateProblem);

  function sayGuess(source: string, format: string | null): string | null {
    draft.say('instruct_format', format, source, 'guess');
    return format;
  }
}

function architectureFormat({ modelType, gguf }: HubPage): string | null {
  return (
    [modelType, gguf.architecture].map((name) => name && formatByArchitecture(name)).find(Boolean) ?? null
  );
}

function textTagsOf({ tags }: HubPage): string[] {
  return [...new Set(tags.map((tag) => tag.toLowerCase()).filter((tag) => textTags.has(tag)))];
}

/**
 * The generation settings that drafts read from Hugging Face. Each entry has the name there, the name in
 * records, and the largest plausible value.
 */
const settingNames: readonly (readonly [string, string, number])[] = [
  ['temperature', 'temperature', 5],
  ['top_p', 'top_p', 1],
  ['top_k', 'top_k', 1000],
  ['min_p', 'min_p', 1],
  ['repetition_penalty', 'rep_pen', 3],
];

function setGenerationSettings(draft: DraftInProgress, generation: Members): void {
  for (const [theirs, ours, most] of settingNames) {
    draft.say(
      `settings.${ours}`,
      numberOf(generation[theirs], 0, most),
      'huggingface:generation_config.json',
      'likely',
    );
  }
}

/**
 * Creates the draft of an image model, without its files.
 * @param file the first file of the model; null: not chosen yet
 */
export function draftOfImageModel(
  baselines: KnownBaselines,
  page: HubPage,
  extras: HubExtras,
  file: HubFileEntry | null,
): DraftInProgress {
  const draft = commonDraft(page, extras);
  // The name of a repository with several models does not identify one of them.
  const isFile = file !== null && modelFiles(page).length > 1;
  const { name, version } = imageNameOf(isFile ? file.path.replace(/-\d{5}-of-\d{5}(?=\.)/, '') : page.id);
  const source = isFile ? 'file name' : 'huggingface:id';
  const tags = page.tags.map((tag) => tag.toLowerCase());
  draft
    .say('name', name, source, isFile ? 'guess' : 'likely')
    .say('version', version, source, isFile ? 'guess' : 'likely')
    .say('homepage', `https://huggingface.co/${page.id}`, 'huggingface:id')
    .say('trigger', triggersOf(extras), 'huggingface:cardData', 'likely')
    .say('style', styleOf(tags), 'huggingface:tags', 'likely')
    .say('inpainting', /\binpaint/i.test(page.id) ? true : null, 'name', 'likely');
  setImageBaseline(baselines, draft, page, membersOf(extras.unet));
  setClipSkip(draft, extras.readMe?.slice(0, 50_000) ?? '', 'huggingface:README.md');
  return draft;
}

/** Returns the trigger word: `instance_prompt` in the front matter of the README; null when there is none. */
function triggersOf({ readMe }: HubExtras): string[] | null {
  const word = textOf(
    /^instance_prompt:[ \t]*['"]?([^'"\n]{1,300})/m.exec(readMe?.slice(0, 20_000) ?? '')?.[1],
    300,
  );
  return word === null ? null : [word];
}

function setImageBaseline(
  baselines: KnownBaselines,
  draft: DraftInProgress,
  { bases, tags }: HubPage,
  unet: Members,
): void {
  const match = findByUnetConfig(baselines, unet);
  draft.say(
    'baseline',
    match?.baseline.name,
    'huggingface:unet/config.json',
    match?.isSure ? 'certain' : 'likely',
  );
  for (const base of bases) {
    draft.say('baseline', findByHubName(baselines, base)[0]?.name, 'huggingface:base_model', 'likely');
  }
  draft.say('baseline', findByHubTags(baselines, tags)[0]?.name, 'huggingface:tags', 'likely');
}
