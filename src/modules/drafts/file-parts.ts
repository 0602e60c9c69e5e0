import type { FileSet } from '../../records/files/file-endings.ts';
import type { DraftInProgress } from './draft.ts';

/** The components of a model that are often in files of their own. */
export type Part = 'denoiser' | 'vae' | 'text_encoders' | 'other';

/** Folders that contain one component of a model, in repositories of diffusers and of ComfyUI. */
const folders: readonly (readonly [Part, RegExp])[] = [
  ['denoiser', /(^|\/)(unet|transformer(_\d)?|diffusion_models?)\//],
  ['vae', /(^|\/)vae(_\w+)?\//],
  ['text_encoders', /(^|\/)(text_encoders?(_\d)?|clip)\//],
  [
    'other',
    /(^|\/)(safety_checker|feature_extractor|image_encoder|tokenizer(_\d)?|scheduler|controlnet|onnx)\/|(^|\/)split_files\//,
  ],
];

/** Largest size, in bytes, of a file that is recognised as a VAE or text encoder by its name alone. */
const maxVaeBytes = 1_200_000_000;

/** Determines from a file's path which component of a model it contains; null for a complete model. */
export function detectPart(path: string, bytes: number | null): Part | null {
  const folder = folders.find(([, pattern]) => pattern.test(path));
  if (folder) return folder[0];
  const name = stemOf(path);
  if (/^(t5|umt5)[-_]?(xxl|xl|v1|base)|^clip[-_]?[lgh]$/.test(name)) return 'text_encoders';
  const isVae = name === 'ae' || /^vae([-_.]|$)|[-_.]vae$/.test(name);
  return isVae && (bytes ?? maxVaeBytes) < maxVaeBytes ? 'vae' : null;
}

const precisionPattern =
  /[-_.](fp?(8|16|32|64)(_?e\dm\d\w*)?|bf16|int[48]|nf4|nvfp4|mxfp[48]|i?q\d(_\w+)*|scaled|mixed|fast|ema(only)?|non_?ema|pruned|full)(?=[-_.]|$)/gi;

/**
 * Returns the name of a file in lower case, without folders, extension, shard number and precision. Files
 * with the same stem in one folder are copies of one model.
 */
export function stemOf(path: string): string {
  const name = path.split('/').at(-1) ?? '';
  const baseName = name.replace(/\.\w{1,20}$/, '').replace(/[-_.]\d{5}-of-\d{5}$/, '');
  return baseName.toLowerCase().slice(0, 200).replace(precisionPattern, '');
}

/** Returns the precision in the name of a file, such as `fp16`; empty when it has none. */
function precisionOf(path: string): string {
  const name = (path.split('/').at(-1) ?? '').slice(0, 200);
  return [...name.matchAll(precisionPattern)].map(([, found]) => found?.toLowerCase()).join();
}

interface PartFile {
  readonly path: string;
  readonly bytes: number | null;
}

/**
 * Chooses one of the sets of files with the same stem in a folder: the set with the precision of the model's
 * file or, if there is none, the largest set.
 * @returns `omittedPaths`: the path of the first file of each set that was not chosen
 */
export function chooseSetPerStem<File extends PartFile>(
  sets: readonly FileSet<File>[],
  mainPath: string,
): { chosenSets: FileSet<File>[]; omittedPaths: string[] } {
  const selectedSets: FileSet<File>[] = [];
  const unselectedPaths: string[] = [];
  const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);
  const groups = Map.groupBy(sets, ({ files: [{ path }] }) => `${folderOf(path)}${stemOf(path)}`);
  for (const variants of groups.values()) {
    const largestFirst = variants.toSorted((a, b) => (bytesOf(b) ?? 0) - (bytesOf(a) ?? 0));
    const matchingVariant = largestFirst.find(
      ({ files: [{ path }] }) => precisionOf(path) === precisionOf(mainPath),
    );
    const variant = matchingVariant ?? largestFirst[0]!;
    selectedSets.push(variant);
    unselectedPaths.push(...variants.filter((set) => set !== variant).map(({ files: [{ path }] }) => path));
  }
  return { chosenSets: selectedSets, omittedPaths: unselectedPaths };
}

/** Returns the total size of the files of a set in bytes; null when a size is unknown. */
export function bytesOf({ files }: FileSet<PartFile>): number | null {
  return sumOf(files.map(({ bytes }) => bytes));
}

/** Returns the sum of sizes; null when a size is unknown. */
export function sumOf(sizes: readonly (number | null)[]): number | null {
  return sizes.reduce<number | null>((sum, size) => (sum === null || size === null ? null : sum + size), 0);
}

/** Adds open notes about the missing shards of a set, and about the components added to a model's file. */
export function askAboutSet(
  draft: DraftInProgress,
  missingShards: readonly number[],
  parts: readonly string[],
  omittedPaths: readonly string[] = [],
): void {
  if (missingShards.length > 0) {
    draft.addQuestion(
      'config.download',
      `The model is in several files, and these are missing: ${missingShards.join(', ')}.`,
    );
  }
  if (parts.length > 0) {
    const omittedText = omittedPaths.length === 0 ? '' : ` Not added: ${listPaths(omittedPaths)}.`;
    draft.addQuestion(
      'config.download',
      `Added, because the file of the model does not hold them: ${listPaths(parts)}. Check that they belong to it.${omittedText}`,
    );
  }
}

function listPaths(paths: readonly string[]): string {
  const firstPaths = paths.slice(0, 5).map((path) => path.slice(0, 200));
  return `${firstPaths.join(', ')}${paths.length > firstPaths.length ? ` and ${paths.length - firstPaths.length} more` : ''}`;
}
