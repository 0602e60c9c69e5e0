/** What the name of a repository or a file says of an image model, in the registry's habits. */
export interface ImageName {
  readonly name: string;
  /** Without its `v`, as in most records; null: none is in the name. */
  readonly version: string | null;
}

const number = '\\d{1,3}(?:[._]\\d{1,2})?';
/** `-1.0`, `_1.0v`, `-v4`, `V2_2` at the end. A bare number without a dot is part of the name. */
const atEnd = new RegExp(`[-_ ]?(?:[vV](${number})|(?<=[-_ ])(\\d{1,2}\\.\\d{1,2})[vV]?)$`);
/** `-v4-` amid words. */
const within = new RegExp(`(?<=[-_ ])[vV]${number}[-_ ](?!\\d)`);

/**
 * `acme/fantasy-card-diffusion` is `Fantasy Card Diffusion`. Versions have a field of their own (151 of 161 live
 * names have none); names of one word are left together unless it is made of three or more.
 */
export function imageNameOf(path: string): ImageName {
  const last = (path.split('/').at(-1) ?? '').replace(/\.(safetensors|ckpt|gguf)$/i, '');
  const [ending = '', lettered, dotted] = atEnd.exec(last) ?? [];
  const isAll = ending.length === last.length;
  const stem = isAll ? last : last.slice(0, last.length - ending.length).replace(within, '');
  const spaced = stem.replace(/[-_]+/g, ' ').trim();
  const version = isAll ? null : ((lettered ?? dotted)?.replace('_', '.') ?? null);
  return { name: written(spaced), version };
}

function written(name: string): string {
  if (/^([A-Z][a-z]+){3,}$/.test(name)) return name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
  if (name !== name.toLowerCase()) return name;
  return name.replace(/\b((?:xl|sdxl|sd)\b|[a-z])/g, (start) => start.toUpperCase());
}
