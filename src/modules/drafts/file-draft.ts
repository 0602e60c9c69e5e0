import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import {
  type Candidates,
  findByGgufArchitecture,
  findByNameHints,
  findByStorages,
  findOtherByGgufArchitecture,
} from '../../records/baselines/recognise.ts';
import {
  createTensorFingerprint,
  type FileKind,
  findStatedBaseline,
  type GgufHeader,
  joinTitles,
  type SafetensorsHeader,
  type TensorRole,
} from '../files/index.ts';
import type { CategoryClue } from './category-clues.ts';
import type { DraftInProgress } from './draft.ts';
import { findFormatByArchitecture, findTemplateFormat } from './text-families.ts';
import { textOf, wholeNumberOf } from './untrusted.ts';

/** The result of inspecting a file at a host: its kind, its size and, if it has one, its header. */
export interface InspectedFile {
  readonly kind: FileKind;
  readonly safetensors: SafetensorsHeader | null;
  readonly gguf: GgufHeader | null;
  /** The sizes of a PyTorch file's tensors in bytes; null for other files and when unreadable. */
  readonly tensorSizes: readonly number[] | null;
  /** The size of the whole file in bytes, as its host states it. */
  readonly bytes: number | null;
  /**
   * The reason why no header was read, as a sentence. Null if a header was read, and for kinds of files without
   * a header.
   */
  readonly problem: string | null;
}

const fileField = 'config.download.0';

/** Returns the clue to the category in the file's header; null when the header indicates none. */
export function findFileClue(
  baselines: KnownBaselines,
  { safetensors, gguf }: InspectedFile,
): CategoryClue | null {
  const category = gguf
    ? findGgufCategory(baselines, gguf)
    : safetensors && findTensorCategory(baselines, safetensors);
  return category === null ? null : { source: 'the header of the file', categories: [category] };
}

function findTensorCategory(baselines: KnownBaselines, { tensors }: SafetensorsHeader): string | null {
  const { role, category } = createTensorFingerprint(baselines, tensors);
  return role === null ? category : categoriesByRole[role];
}

const categoriesByRole: Readonly<Record<TensorRole, string | null>> = {
  controlnet: 'controlnet',
  lora: 'lora',
  embedding: 'ti',
  upscaler: 'esrgan',
  text: 'text_generation',
  part: null,
};

function findGgufCategory(baselines: KnownBaselines, { values }: GgufHeader): string | null {
  if (values.get('general.type') === 'adapter') return 'lora';
  return findArchitectureCategory(baselines, String(values.get('general.architecture')));
}

/**
 * Returns the category of models whose GGUF header states this architecture; null for an architecture of
 * components, such as text encoders.
 */
export function findArchitectureCategory(baselines: KnownBaselines, architecture: string): string | null {
  const match =
    findByGgufArchitecture(baselines, architecture)[0] ?? findOtherByGgufArchitecture(architecture);
  if (match) return match.category;
  return partArchitectures.has(architecture) ? null : 'text_generation';
}

/** Architectures of files that contain only a component of a model, such as a projector or an encoder. */
const partArchitectures = new Set(['clip', 't5', 't5encoder', 'bert', 'nomic-bert']);

/** The text of the note on a file that workers cannot load, because it is only a component of a model. */
export const componentNote = 'The file is a component of a model or pipeline, not a complete model.';

/**
 * Sets the fields that a file's header states in a draft of any category except text models. Adds a note for
 * each contradiction between the header and the page.
 */
export function setImageFields(
  baselines: KnownBaselines,
  draft: DraftInProgress,
  inspectedFile: InspectedFile,
): void {
  noteFileKind(draft, inspectedFile);
  const statedBytes = draft.get(`${fileField}.size_bytes`);
  if (
    inspectedFile.bytes !== null &&
    typeof statedBytes === 'number' &&
    statedBytes !== inspectedFile.bytes
  ) {
    const message = `The page says that the file has ${statedBytes} bytes, its host sends ${inspectedFile.bytes}.`;
    draft.addQuestion(`${fileField}.size_bytes`, message);
  }
  const architecture = inspectedFile.gguf?.values.get('general.architecture');
  if (architecture !== undefined) {
    const [knownBaseline] = findByGgufArchitecture(baselines, String(architecture));
    draft.set('baseline', knownBaseline?.name, 'gguf header:general.architecture', 'likely');
  }
  if (inspectedFile.tensorSizes) setStorageBaseline(baselines, draft, inspectedFile.tensorSizes);
  if (!inspectedFile.safetensors) return;
  const { metadata, tensors, fileBytes } = inspectedFile.safetensors;
  if (inspectedFile.bytes !== null && inspectedFile.bytes !== fileBytes) {
    draft.addQuestion(
      fileField,
      `Its header says ${fileBytes} bytes, the host sends ${inspectedFile.bytes}: the file is truncated or of another kind.`,
    );
  }
  if (tensors.size === 0) draft.addQuestion(fileField, 'The file has no tensors: it is not a model.');
  const fingerprint = createTensorFingerprint(baselines, tensors);
  const metadataBaseline = findStatedBaseline(baselines, metadata);
  const headerBaseline = findOnlyCandidate(fingerprint.baselines, metadataBaseline?.baseline);
  const pageBaseline = draft.get('baseline');
  if (fingerprint.family !== null && fingerprint.baselines.length === 0) {
    draft.addNote(
      'baseline',
      `The tensors are those of ${fingerprint.family}, which is not a baseline of the registry.`,
    );
  }
  if (
    pageBaseline !== undefined &&
    headerBaseline !== null &&
    pageBaseline !== headerBaseline &&
    !baselines.isKindOf(String(pageBaseline), headerBaseline)
  ) {
    draft.addQuestion(
      'baseline',
      `The page says '${pageBaseline}', the tensors of the file say '${headerBaseline}': one of them is wrong.`,
    );
  }
  if (metadataBaseline && headerBaseline !== null && metadataBaseline.baseline !== headerBaseline) {
    draft.addNote(
      'baseline',
      `The file's ${metadataBaseline.key} says '${metadataBaseline.baseline}', its tensors '${headerBaseline}': tensors decide.`,
    );
  }
  draft
    .set('baseline', headerBaseline, 'safetensors header:tensors')
    .set('baseline', metadataBaseline?.baseline, `safetensors header:${metadataBaseline?.key}`, 'likely');
  if (draft.get('baseline') === undefined) setBaselineByName(draft, fingerprint.baselines);
  if (fingerprint.inpainting) draft.set('inpainting', true, 'safetensors header:tensors');
  const triggerPhrase = textOf(metadata.get('modelspec.trigger_phrase'), 300);
  if (triggerPhrase)
    draft.set(
      'trigger',
      triggerPhrase.split(/\s*,\s*/).slice(0, 100),
      'safetensors header:modelspec.trigger_phrase',
      'likely',
    );
  const clipSkip = Number(metadata.get('modelspec.encoder_layer') ?? metadata.get('ss_clip_skip'));
  if (clipSkip >= 1 && clipSkip <= 4)
    draft.set('requirements.clip_skip', clipSkip, 'safetensors header:encoder_layer', 'likely');
  draft
    .set('name', textOf(metadata.get('modelspec.title'), 200), 'safetensors header:modelspec.title', 'guess')
    .set(
      'description',
      textOf(metadata.get('modelspec.description'), 600),
      'safetensors header:modelspec.description',
      'guess',
    );
  if (fingerprint.role === 'part') draft.addQuestion(fileField, componentNote);
  if (fingerprint.role === null && fingerprint.family !== null) {
    draft.addNote(
      fileField,
      `Contains a VAE: ${fingerprint.hasVae ? 'yes' : 'no'}. Contains a text encoder: ${fingerprint.hasTextEncoder ? 'yes' : 'no'}.`,
    );
  }
}

/**
 * Sets the baseline that the tensor sizes of a PyTorch file indicate. Reads the sizes from the file's zip
 * directory, because unpickling the file could run code.
 */
function setStorageBaseline(
  baselines: KnownBaselines,
  draft: DraftInProgress,
  tensorSizes: readonly number[],
): void {
  const candidates = findByStorages(baselines, tensorSizes);
  const pageBaseline = draft.get('baseline');
  const baseline = findOnlyCandidate(candidates);
  if (baseline !== null && pageBaseline !== undefined && pageBaseline !== baseline) {
    draft.addQuestion(
      'baseline',
      `The page says '${pageBaseline}', the sizes of the tensors are those of ${joinTitles(candidates)}.`,
    );
  }
  if (pageBaseline === undefined) setBaselineByName(draft, candidates);
  draft.set('baseline', baseline, 'ckpt directory:sizes', 'likely');
}

/**
 * Returns the only candidate. If there are several, returns the one with the name `statedName`, or null.
 * @param statedName the baseline that the file's metadata states
 */
function findOnlyCandidate(candidates: Candidates, statedName?: string): string | null {
  if (candidates.length === 1) return candidates[0]!.name;
  return candidates.find(({ name }) => name === statedName)?.name ?? null;
}

/** Sets the fields that the header of a text model's GGUF file states. */
export function setTextFields(draft: DraftInProgress, inspectedFile: InspectedFile): void {
  noteFileKind(draft, inspectedFile);
  if (!inspectedFile.gguf) return;
  const { values, parameters } = inspectedFile.gguf;
  if (parameters !== null && parameters > 0 && Number.isSafeInteger(parameters)) {
    draft.set('parameters', parameters, 'gguf header:tensors');
  }
  const template = values.get('tokenizer.chat_template');
  if (typeof template === 'string') {
    draft.set('instruct_format', findTemplateFormat(template), 'gguf header:tokenizer.chat_template');
  }
  const architecture = String(values.get('general.architecture'));
  draft.set(
    'instruct_format',
    findFormatByArchitecture(architecture),
    'gguf header:general.architecture',
    'guess',
  );
  const baseModel = /^https:\/\/huggingface\.co\/([\w.-]+\/[\w.-]+)$/.exec(
    String(values.get('general.base_model.0.repo_url')),
  )?.[1];
  draft.set('baseline', baseModel, 'gguf header:general.base_model', 'likely');
  const contextLength = wholeNumberOf(values.get(`${architecture}.context_length`));
  if (contextLength !== null) draft.addNote(null, `Context length: ${contextLength} tokens (gguf header).`);
  const licence = textOf(values.get('general.license'), 80);
  if (licence !== null) draft.addNote(null, `Licence: ${licence} (gguf header).`);
}

/** Determines from a file's tensors which components of the model it lacks; null when unknown. */
export function findMissingParts(
  baselines: KnownBaselines,
  { safetensors, gguf }: Pick<InspectedFile, 'safetensors' | 'gguf'>,
): { vae: boolean; text_encoders: boolean } | null {
  // GGUF files of image models contain only the denoiser.
  if (gguf) return { vae: true, text_encoders: true };
  if (safetensors === null) return null;
  const { role, family, hasVae, hasTextEncoder } = createTensorFingerprint(baselines, safetensors.tensors);
  if (role === 'part') return { vae: true, text_encoders: true };
  if (role !== null) return { vae: false, text_encoders: false };
  return family === null ? null : { vae: !hasVae, text_encoders: !hasTextEncoder };
}

/**
 * Assumed size of the header of a file whose header was not read. It is subtracted from the file's size to
 * estimate the size of the weights.
 */
const assumedHeaderBytes = 1024 * 1024;

/**
 * Adds a note with the minimum memory that the weights need. Uses the header of the inspected file, and the
 * sizes of the other files.
 * @param otherSizes the sizes of the model's other files in bytes; unknown sizes (null) are ignored
 */
export function addMemoryNote(
  draft: DraftInProgress,
  inspectedFile: InspectedFile,
  otherSizes: readonly (number | null)[],
): void {
  const bytesByType = inspectedFile.safetensors?.bytesByType ?? computeGgufBytes(inspectedFile);
  if (!bytesByType) return;
  const otherBytes = otherSizes.reduce<number>(
    (sum, size) => sum + Math.max(0, (size ?? 0) - assumedHeaderBytes),
    0,
  );
  noteMemory(draft, bytesByType, otherBytes);
}

function computeGgufBytes({ gguf, bytes }: InspectedFile): Map<string, number> | null {
  if (!gguf || gguf.headerBytes === null || bytes === null) return null;
  // Tensors are aligned to 32 bytes.
  return new Map([['GGUF', bytes - gguf.headerBytes - 32 * (gguf.tensorCount + 1)]]);
}

/**
 * Adds a note with a lower bound of the memory that a model needs.
 * @param bytesByType number of bytes of the tensors, by data type
 * @param otherBytes number of bytes of the weights in further files
 */
export function noteMemory(
  draft: DraftInProgress,
  bytesByType: ReadonlyMap<string, number>,
  otherBytes = 0,
): void {
  const total = [...bytesByType.values()].reduce((sum, bytes) => sum + bytes, otherBytes);
  if (!Number.isSafeInteger(total) || total < 2 ** 20) return;
  const types = [...bytesByType]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([type]) => type);
  draft.addNote(
    null,
    `Memory: at least ${formatMemory(total)} for the weights as they are stored (${types.join(', ')}${otherBytes > 0 ? ' and further files' : ''}). This is a lower bound: running the model takes more.`,
  );
}

function formatMemory(bytes: number): string {
  const [unit, name] = bytes >= 2 ** 30 ? [2 ** 30, 'GiB'] : [2 ** 20, 'MiB'];
  return `${Math.floor((bytes / unit) * 10) / 10} ${name}`;
}

function noteFileKind(draft: DraftInProgress, { kind, problem, bytes }: InspectedFile): void {
  if (problem !== null) draft.addNote(fileField, problem);
  const extension = /\.(safetensors|sft|gguf)$/i
    .exec(String(draft.get(`${fileField}.file_name`)))?.[1]
    ?.toLowerCase();
  const namedKind = extension === 'sft' ? 'safetensors' : extension;
  const isKnownFormat = bytes !== null && ['safetensors', 'gguf', 'pickle', 'unknown'].includes(kind);
  if (namedKind !== undefined && isKnownFormat && kind !== namedKind) {
    const contentText = kind === 'unknown' ? 'unknown' : kind === 'pickle' ? 'a Python pickle' : kind;
    draft.addQuestion(
      fileField,
      `The name ends in .${extension}, but the content is of another kind: ${contentText}.`,
    );
  }
  if (kind === 'pickle') {
    draft.addNote(
      fileField,
      'The file is a Python pickle, which can run code when it is loaded, so it was not inspected. Prefer safetensors.',
    );
  }
  if (kind === 'program') draft.addQuestion(fileField, 'The file is a program for Windows, not a model.');
  if (kind === 'page')
    draft.addNote(fileField, 'The URL returns a page or a message, not a file: a login may be required.');
}

/**
 * If several baselines fit the tensors of the file, guesses one of them from the names of the model and the
 * file. Adds the guess to the draft, and a note that asks the user to check it.
 */
function setBaselineByName(draft: DraftInProgress, candidates: Candidates): void {
  if (candidates.length < 2) return;
  const name = `${draft.get('name') ?? ''} ${draft.get(`${fileField}.file_name`) ?? ''}`;
  draft
    .set('baseline', findByNameHints(name, candidates)?.name, 'name', 'guess')
    .addNote(
      'baseline',
      `The tensors are those of ${joinTitles(candidates)}, which have the same tensors: choose one.`,
    );
}
