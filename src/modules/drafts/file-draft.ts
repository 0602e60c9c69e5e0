import {
  ambiguousFamily,
  type FileKind,
  type GgufHeader,
  type SafetensorsHeader,
  statedBaseline,
  storageFingerprint,
  type TensorRole,
  tensorFingerprint,
} from '../files/index.ts';
import type { CategoryClue } from './category-clues.ts';
import type { DraftInProgress } from './draft.ts';
import { formatByArchitecture, formatOfTemplate } from './text-families.ts';
import { textOf, wholeNumberOf } from './untrusted.ts';

/** The headers of a file, where they could be read. */
export interface SeenFile {
  readonly kind: FileKind;
  readonly safetensors: SafetensorsHeader | null;
  readonly gguf: GgufHeader | null;
  /** The sizes in bytes of the tensors of a PyTorch file. */
  readonly storages: readonly number[] | null;
  /** The size in bytes of the whole file, as its host says. */
  readonly bytes: number | null;
  /** The reason why there is no header, in words; null when there is one, or when files of the kind have none. */
  readonly problem: string | null;
}

const file = 'config.download.0';

/** Tells the category by the file alone; null when the file does not tell. */
export function clueOfFile({ safetensors, gguf }: SeenFile): CategoryClue | null {
  const category = gguf ? categoryOfGguf(gguf) : safetensors && categoryOfTensors(safetensors);
  return category === null ? null : { by: 'the header of the file', fits: [category] };
}

function categoryOfTensors({ tensors }: SafetensorsHeader): string | null {
  const { role, family } = tensorFingerprint(tensors);
  if (role !== null) return categoryOfRole[role];
  if (family === null) return null;
  return videoFamilies.includes(family) ? 'video_generation' : 'image_generation';
}

const categoryOfRole: Readonly<Record<TensorRole, string | null>> = {
  controlnet: 'controlnet', lora: 'lora', embedding: 'ti', upscaler: 'esrgan', text: 'text_generation', part: null,
}; // biome-ignore format: a table
const videoFamilies: readonly string[] = ['Hunyuan Video', 'Wan'];

function categoryOfGguf({ values }: GgufHeader): string | null {
  if (values.get('general.type') === 'adapter') return 'lora';
  return categoryOfArchitecture(String(values.get('general.architecture')));
}

/** Tells the category by the architecture that a GGUF header names; null for parts of models. */
export function categoryOfArchitecture(architecture: string): string | null {
  if (imageArchitectures[architecture] !== undefined) return 'image_generation';
  if (videoArchitectures.has(architecture)) return 'video_generation';
  return partArchitectures.has(architecture) ? null : 'text_generation';
}

/** Image models by the architecture that ComfyUI writes into GGUF headers. */
const imageArchitectures: Readonly<Record<string, string | null>> = {
  flux: null, sd1: 'stable_diffusion_1', sdxl: 'stable_diffusion_xl', sd3: null, qwen_image: 'qwen_image', lumina2: null,
  aura: null, hidream: null, cosmos: null,
}; // biome-ignore format: a table
const videoArchitectures = new Set(['wan', 'hyvid', 'ltxv']);
/** Architectures of projectors and encoders. */
const partArchitectures = new Set(['clip', 't5', 't5encoder', 'bert', 'nomic-bert']);

/** The note on a file that no worker can load by itself. */
export const partOfModel = 'It is a part of a model or pipeline, no whole model.';

/** Adds what the header of an image model's or a patch's file says, and notes where it contradicts the page. */
export function sayImageFile(draft: DraftInProgress, seen: SeenFile): void {
  sayKind(draft, seen);
  const architecture = seen.gguf?.values.get('general.architecture');
  if (architecture !== undefined) {
    draft.say(
      'baseline',
      imageArchitectures[String(architecture)],
      'gguf header:general.architecture',
      'likely',
    );
  }
  if (seen.storages) sayStorages(draft, seen.storages);
  if (!seen.safetensors) return;
  const { metadata, tensors, fileBytes } = seen.safetensors;
  if (seen.bytes !== null && seen.bytes !== fileBytes) {
    draft.ask(
      file,
      `Its header says ${fileBytes} bytes, the host sends ${seen.bytes}: the file is cut, or not what it says.`,
    );
  }
  const found = tensorFingerprint(tensors);
  const stated = statedBaseline(metadata);
  const fromHeader =
    found.baseline ??
    (found.family === ambiguousFamily && stated?.baseline.startsWith('stable_diffusion_2_')
      ? stated.baseline
      : null);
  const said = draft.value('baseline');
  if (found.family !== null && fromHeader === null && found.family !== ambiguousFamily) {
    draft.note(
      'baseline',
      `The tensors are those of ${found.family}, which is none of the registry's baselines.`,
    );
  }
  if (
    said !== undefined &&
    fromHeader !== null &&
    said !== fromHeader &&
    !isKindOf(String(said), fromHeader)
  ) {
    draft.ask(
      'baseline',
      `The page says '${said}', the tensors of the file say '${fromHeader}': one of them is wrong.`,
    );
  }
  if (stated && fromHeader !== null && stated.baseline !== fromHeader) {
    draft.note(
      'baseline',
      `The file's ${stated.key} says '${stated.baseline}', its tensors '${fromHeader}': tensors decide.`,
    );
  }
  draft
    .say('baseline', fromHeader, 'safetensors header:tensors')
    .say('baseline', stated?.baseline, `safetensors header:${stated?.key}`, 'likely');
  if (found.family === ambiguousFamily && draft.value('baseline') === undefined) saySizeByName(draft);
  if (found.inpainting) draft.say('inpainting', true, 'safetensors header:tensors');
  const words = textOf(metadata.get('modelspec.trigger_phrase'), 300);
  if (words)
    draft.say(
      'trigger',
      words.split(/\s*,\s*/).slice(0, 100),
      'safetensors header:modelspec.trigger_phrase',
      'likely',
    );
  const skip = Number(metadata.get('modelspec.encoder_layer') ?? metadata.get('ss_clip_skip'));
  if (skip >= 1 && skip <= 4)
    draft.say('requirements.clip_skip', skip, 'safetensors header:encoder_layer', 'likely');
  draft
    .say('name', textOf(metadata.get('modelspec.title'), 200), 'safetensors header:modelspec.title', 'guess')
    .say(
      'description',
      textOf(metadata.get('modelspec.description'), 600),
      'safetensors header:modelspec.description',
      'guess',
    );
  if (found.role === 'part') draft.ask(file, partOfModel);
  if (found.role === null && found.family !== null) {
    draft.note(
      file,
      `VAE: ${found.hasVae ? 'inside' : 'not inside'}. Text encoder: ${found.hasTextEncoder ? 'inside' : 'not inside'}.`,
    );
  }
}

/** Adds the family that the sizes of a PyTorch file's tensors tell. The file is never unpickled. */
function sayStorages(draft: DraftInProgress, storages: readonly number[]): void {
  const found = storageFingerprint(storages);
  const said = draft.value('baseline');
  if (found?.baseline && said !== undefined && said !== found.baseline) {
    draft.ask('baseline', `The page says '${said}', the sizes of the tensors are those of ${found.family}.`);
  }
  if (found?.family === ambiguousFamily && said === undefined) saySizeByName(draft);
  draft.say('baseline', found?.baseline, 'ckpt directory:sizes', 'likely');
}

/** Adds what the header of a text model's GGUF file says. */
export function sayTextFile(draft: DraftInProgress, seen: SeenFile): void {
  sayKind(draft, seen);
  if (!seen.gguf) return;
  const { values, parameters } = seen.gguf;
  if (parameters !== null && parameters > 0 && Number.isSafeInteger(parameters)) {
    draft.say('parameters', parameters, 'gguf header:tensors');
  }
  const template = values.get('tokenizer.chat_template');
  if (typeof template === 'string') {
    draft.say('instruct_format', formatOfTemplate(template), 'gguf header:tokenizer.chat_template');
  }
  const architecture = String(values.get('general.architecture'));
  draft.say(
    'instruct_format',
    formatByArchitecture(architecture),
    'gguf header:general.architecture',
    'guess',
  );
  const base = /^https:\/\/huggingface\.co\/([\w.-]+\/[\w.-]+)$/.exec(
    String(values.get('general.base_model.0.repo_url')),
  )?.[1];
  draft.say('baseline', base, 'gguf header:general.base_model', 'likely');
  const context = wholeNumberOf(values.get(`${architecture}.context_length`));
  if (context !== null) draft.note(null, `Context length: ${context} tokens (gguf header).`);
  const licence = textOf(values.get('general.license'), 80);
  if (licence !== null) draft.note(null, `Licence: ${licence} (gguf header).`);
}

function sayKind(draft: DraftInProgress, { kind, problem }: SeenFile): void {
  if (problem !== null) draft.note(file, problem);
  if (kind === 'pickle') {
    draft.note(
      file,
      'The file is a Python pickle, which can run code when it is loaded. It was not looked into: prefer safetensors.',
    );
  }
  if (kind === 'page')
    draft.note(file, 'The address gives a page or a message, not a file: a login may be needed.');
}

/** Adds the size of a Stable Diffusion 2 model, by its name: the tensors of both sizes are the same. */
function saySizeByName(draft: DraftInProgress): void {
  const name = `${draft.value('name') ?? ''} ${draft.value(`${file}.file_name`) ?? ''}`;
  const size = /512|base/i.test(name) ? '512' : /768|2[._ -]1/.test(name) ? '768' : null;
  if (size !== null) draft.say('baseline', `stable_diffusion_2_${size}`, 'name', 'guess');
  draft.note(
    'baseline',
    'The tensors are those of Stable Diffusion 2, whose two sizes they cannot tell apart: look which it is.',
  );
}

/** Whether a page's baseline agrees with the one found in the file: `flux_1` is either of its two kinds. */
function isKindOf(said: string, found: string): boolean {
  const flux = ['flux_1', 'flux_dev', 'flux_schnell'];
  return (said === 'flux_1' || found === 'flux_1') && flux.includes(said) && flux.includes(found);
}
