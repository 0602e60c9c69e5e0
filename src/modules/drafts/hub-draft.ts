import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import { findByHubName, findByHubTags, findByUnetConfig } from '../../records/baselines/recognise.ts';
import { type FileSet, groupShards } from '../../records/files/file-endings.ts';
import { groupOfName, parseTextName } from '../../records/text-names/index.ts';
import { DraftInProgress } from './draft.ts';
import { noteMemory } from './file-draft.ts';
import { bytesOf, detectPart, type Part } from './file-parts.ts';
import type { HubFileEntry, HubPage } from './hub-page.ts';
import { findStyle, parseImageName, setClipSkip } from './image-fields.ts';
import {
  findBaseByName,
  findFormatByArchitecture,
  findFormatByBase,
  findFormatByName,
  findTemplateFormat,
  parseParameterCount,
  toCanonicalInstructFormat,
} from './text-families.ts';
import { type Members, markdownToText, membersOf, numberOf, textOf, wholeNumberOf } from './untrusted.ts';

/** Small files of a repository. A member is null when its file is missing. */
export interface HubExtras {
  readonly readMe: string | null;
  /** `config.json`, parsed. */
  readonly config: unknown;
  /** `generation_config.json`, parsed. */
  readonly generationConfig: unknown;
  /** `unet/config.json`, parsed. */
  readonly unetConfig: unknown;
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
export function listModelFiles({ files }: HubPage): FileSet<HubFileEntry>[] {
  const modelEntries = files.filter(
    ({ path, bytes }) => /\.(safetensors|sft|ckpt|gguf)$/i.test(path) && detectPart(path, bytes) === null,
  );
  return groupShards(modelEntries, pathOf).sort((a, b) => (bytesOf(b) ?? 0) - (bytesOf(a) ?? 0));
}

/** Lists the files of a repository that contain one component of a model, grouped into sets of shards. */
export function listPartFiles({ files }: HubPage, part: Part): FileSet<HubFileEntry>[] {
  const matches = files.filter(
    ({ path, bytes }) => /\.(safetensors|sft|gguf)$/i.test(path) && detectPart(path, bytes) === part,
  );
  return groupShards(matches, pathOf);
}

function pathOf({ path }: HubFileEntry): string {
  return path;
}

function createCommonDraft(page: HubPage, { readMe }: HubExtras): DraftInProgress {
  const draft = new DraftInProgress();
  draft.set('description', markdownToText(readMe), 'huggingface:README.md', 'likely');
  const licence = page.licenseName ?? page.licenses.join(', ');
  if (licence !== '') draft.addNote(null, `Licence: ${licence} (huggingface:cardData.license).`);
  if (page.gated)
    draft.addNote('url', 'The repository is gated: workers cannot download from it without an account.');
  if (page.tags.includes('not-for-all-audiences')) draft.set('nsfw', true, 'huggingface:tags');
  else draft.set('nsfw', false, 'huggingface:tags', 'guess');
  return draft;
}

/**
 * Creates the draft of a text model. The record has no files: backends download the repository themselves.
 */
export function createTextDraft(page: HubPage, extras: HubExtras): DraftInProgress {
  const draft = createCommonDraft(page, extras);
  const { quant, version } = parseTextName(page.id);
  draft
    .set('name', page.id, 'huggingface:id')
    .set('url', `https://huggingface.co/${page.id}`, 'huggingface:id')
    .set('text_model_group', groupOfName(page.id), 'name', 'likely')
    .set('version', version, 'name', 'likely')
    .set('tags', selectTextTags(page), 'huggingface:tags', 'likely');
  setParameters(draft, page);
  noteMemory(draft, countBytesByType(page));
  setBase(draft, page);
  setInstructFormat(draft, page);
  setGenerationSettings(draft, membersOf(extras.generationConfig));
  const config = membersOf(extras.config);
  const contextLength =
    wholeNumberOf(config.max_position_embeddings) ??
    wholeNumberOf(membersOf(config.text_config).max_position_embeddings) ??
    page.gguf.context;
  if (contextLength !== null)
    draft.addNote(null, `Context length: ${contextLength} tokens (huggingface:config.json).`);
  const isCopy = page.relation === 'quantized' || quant !== null || /[-_]gguf$/i.test(page.id);
  if (isCopy && page.bases[0] !== undefined) {
    draft.addNote('name', `This is a quantized copy of ${page.bases[0]}: the registry lists the original.`);
  }
  return draft;
}

/**
 * Sets the number of parameters: Hugging Face's count of the tensors or, if there is none, the number in the
 * model's name.
 */
function setParameters(draft: DraftInProgress, { id, parameters, parametersTotal, gguf }: HubPage): void {
  const { count: countInName, isMixture } = parseParameterCount(id);
  // Quantised tensors pack several parameters into one number, so the count is wrong.
  const hasPackedTypes = Object.keys(parameters).some((kind) => /^[IU]\d+$|^F4|^F6/.test(kind));
  const tensorCount = hasPackedTypes ? null : (parametersTotal ?? gguf.parameters);
  const source = parametersTotal !== null ? 'huggingface:safetensors.total' : 'huggingface:gguf.total';
  draft.set('parameters', tensorCount, source);
  if (isMixture && countInName !== null)
    draft.set('parameters', Math.round(countInName / 2), 'name', 'guess');
  else draft.set('parameters', countInName, 'name', 'likely');
  if (hasPackedTypes) draft.addNote('parameters', 'The tensors are quantized, so they cannot be counted.');
  if (isMixture) {
    draft.addNote(
      'parameters',
      `This is a mixture of experts: records state about half of its ${countInName} parameters.`,
    );
  } else if (
    tensorCount !== null &&
    countInName !== null &&
    (tensorCount / countInName > 1.3 || tensorCount / countInName < 0.7)
  ) {
    draft.addQuestion(
      'parameters',
      `The tensors contain ${tensorCount} parameters, but the name states ${countInName}.`,
    );
  }
}

/** The data types of tensors, by the number of bytes of one element. */
const typesBySize: Readonly<Record<number, string>> = {
  8: 'F64 I64 U64',
  4: 'F32 I32 U32',
  2: 'BF16 F16 I16 U16',
  1: 'I8 U8 BOOL F8_E4M3 F8_E5M2 F8_E8M0 F8_E4M3FNUZ F8_E5M2FNUZ',
};
const bytesOfType = new Map(
  Object.entries(typesBySize).flatMap(([bytes, types]) =>
    types.split(' ').map((type) => [type, Number(bytes)] as const),
  ),
);

/** Returns the number of bytes of a repository's tensors by data type, from the host's counts. */
function countBytesByType({ parameters }: HubPage): Map<string, number> {
  const knownTypes = Object.entries(parameters).filter(([type]) => bytesOfType.has(type));
  return new Map(knownTypes.map(([type, count]) => [type, count * bytesOfType.get(type)!]));
}

function setBase(draft: DraftInProgress, page: HubPage): void {
  const { id, bases, relation } = page;
  const [firstBase, ...otherBases] = bases;
  if (firstBase === undefined) {
    const base = findBaseByName(id, Number(draft.get('parameters') ?? 0) || null);
    if (base === null) return;
    draft
      .set('baseline', base, 'name', 'guess')
      .addNote(
        'baseline',
        `The page names no base model. Models with such names are usually based on '${base}'.`,
      );
    return;
  }
  if (otherBases.length === 0) {
    draft.set(
      'baseline',
      firstBase,
      'huggingface:base_model',
      relation === 'quantized' ? 'likely' : 'certain',
    );
    return;
  }
  draft
    .set('baseline', firstBase, 'huggingface:base_model', 'guess')
    .addNote(
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
  const templateFormat = chatTemplate === null ? null : findTemplateFormat(chatTemplate);
  if (templateFormat !== null) {
    draft.set('instruct_format', toCanonicalInstructFormat(templateFormat), 'huggingface:chat_template');
    return;
  }
  const guessedFormat =
    sayGuess('name', findFormatByName(id)) ??
    sayGuess('base model', bases.map(findFormatByBase).find((format) => format !== null) ?? null) ??
    sayGuess('huggingface:config.model_type', findArchitectureFormat(page));
  const templateProblem =
    chatTemplate === null ? 'The page has no chat template.' : 'The chat template is not a known one.';
  if (guessedFormat !== null)
    draft.addNote(
      'instruct_format',
      `${templateProblem} '${guessedFormat}' is the usual format of similar models.`,
    );
  else if (chatTemplate !== null) draft.addNote('instruct_format', templateProblem);

  function sayGuess(source: string, format: string | null): string | null {
    draft.set('instruct_format', format, source, 'guess');
    return format;
  }
}

function findArchitectureFormat({ modelType, gguf }: HubPage): string | null {
  return (
    [modelType, gguf.architecture].map((name) => name && findFormatByArchitecture(name)).find(Boolean) ?? null
  );
}

function selectTextTags({ tags }: HubPage): string[] {
  return [...new Set(tags.map((tag) => tag.toLowerCase()).filter((tag) => textTags.has(tag)))];
}

/**
 * The generation settings that drafts read from Hugging Face. Each entry has the name at Hugging Face, the name
 * in records, and the largest plausible value.
 */
const settingNames: readonly (readonly [string, string, number])[] = [
  ['temperature', 'temperature', 5],
  ['top_p', 'top_p', 1],
  ['top_k', 'top_k', 1000],
  ['min_p', 'min_p', 1],
  ['repetition_penalty', 'rep_pen', 3],
];

function setGenerationSettings(draft: DraftInProgress, generationConfig: Members): void {
  for (const [hubName, recordName, max] of settingNames) {
    draft.set(
      `settings.${recordName}`,
      numberOf(generationConfig[hubName], 0, max),
      'huggingface:generation_config.json',
      'likely',
    );
  }
}

/**
 * Creates the draft of an image model, without its files.
 * @param file the first file of the model; null if the file is not chosen yet
 */
export function createImageDraft(
  baselines: KnownBaselines,
  page: HubPage,
  extras: HubExtras,
  file: HubFileEntry | null,
): DraftInProgress {
  const draft = createCommonDraft(page, extras);
  // The name of a repository with several models does not identify one of them.
  const usesFileName = file !== null && listModelFiles(page).length > 1;
  const { name, version } = parseImageName(
    usesFileName ? file.path.replace(/-\d{5}-of-\d{5}(?=\.)/, '') : page.id,
  );
  const source = usesFileName ? 'file name' : 'huggingface:id';
  const tags = page.tags.map((tag) => tag.toLowerCase());
  draft
    .set('name', name, source, usesFileName ? 'guess' : 'likely')
    .set('version', version, source, usesFileName ? 'guess' : 'likely')
    .set('homepage', `https://huggingface.co/${page.id}`, 'huggingface:id')
    .set('trigger', readTriggers(extras), 'huggingface:cardData', 'likely')
    .set('style', findStyle(tags), 'huggingface:tags', 'likely')
    .set('inpainting', /\binpaint/i.test(page.id) ? true : null, 'name', 'likely');
  setImageBaseline(baselines, draft, page, membersOf(extras.unetConfig));
  setClipSkip(draft, extras.readMe?.slice(0, 50_000) ?? '', 'huggingface:README.md');
  return draft;
}

/** Reads the trigger word from `instance_prompt` in the front matter of the README; null when there is none. */
function readTriggers({ readMe }: HubExtras): string[] | null {
  const triggerWord = textOf(
    /^instance_prompt:[ \t]*['"]?([^'"\n]{1,300})/m.exec(readMe?.slice(0, 20_000) ?? '')?.[1],
    300,
  );
  return triggerWord === null ? null : [triggerWord];
}

function setImageBaseline(
  baselines: KnownBaselines,
  draft: DraftInProgress,
  { bases, tags }: HubPage,
  unetConfig: Members,
): void {
  const match = findByUnetConfig(baselines, unetConfig);
  draft.set(
    'baseline',
    match?.baseline.name,
    'huggingface:unet/config.json',
    match?.isSure ? 'certain' : 'likely',
  );
  for (const base of bases) {
    draft.set('baseline', findByHubName(baselines, base)[0]?.name, 'huggingface:base_model', 'likely');
  }
  draft.set('baseline', findByHubTags(baselines, tags)[0]?.name, 'huggingface:tags', 'likely');
}
