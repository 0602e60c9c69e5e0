import { isJsonObject, type JsonObject, textsOf } from '../kernel/json.ts';
import { knownBaselines } from './baselines/known-baselines.ts';
import { type Channel, isBeta } from './lifecycle.ts';

/** The limits on the models that a client can use. A field that is null sets no limit. */
export interface ClientProfile {
  readonly baselines: ReadonlySet<string> | null;
  /** Endings of the weight files that the client can load, without the dot: `safetensors`. */
  readonly formats: ReadonlySet<string> | null;
  /** Largest size of a single file of a model, in bytes. */
  readonly maxFileBytes: number | null;
  /** Largest size of all files of a model together, in bytes. */
  readonly maxModelBytes: number | null;
  readonly maxParameters: number | null;
}

/** The clients for whom models are read. Decides which models the read shows. */
export interface Audience {
  readonly channel: Channel;
  /** Null: the clients can use every model. */
  readonly profile: ClientProfile | null;
}

export const everybody: Audience = { channel: 'common', profile: null };

/**
 * The facts about a model that decide to which clients it is shown. Null: the record does not state the fact.
 */
export interface ModelTraits {
  readonly isBeta: boolean;
  readonly baseline: string | null;
  readonly formats: readonly string[];
  readonly fileBytes: number | null;
  readonly modelBytes: number | null;
  readonly parameters: number | null;
}

/**
 * The endings of files that hold weights. Only these files count when a client profile limits the formats.
 */
export const weightFormats = ['safetensors', 'ckpt', 'pt', 'pth', 'bin', 'gguf', 'onnx'] as const;

export function traitsOf(record: JsonObject): ModelTraits {
  const { baseline, parameters, size_on_disk_bytes: onDisk, config } = record;
  const files =
    isJsonObject(config) && Array.isArray(config.download) ? config.download.filter(isJsonObject) : [];
  const sizes = files.map(({ size_bytes }) => (typeof size_bytes === 'number' ? size_bytes : null));
  const known = sizes.filter((size) => size !== null);
  const [only] = files.length === 1 ? [numberOr(onDisk)] : [];
  const largest = known.length > 0 ? Math.max(...known) : (only ?? null);
  const sum = known.length > 0 && known.length === sizes.length ? known.reduce((a, b) => a + b, 0) : null;
  return {
    isBeta: isBeta(record),
    baseline: typeof baseline === 'string' ? baseline : null,
    formats: [...new Set(files.flatMap(({ file_name }) => formatOf(file_name) ?? []))],
    fileBytes: largest,
    modelBytes: numberOr(onDisk) ?? sum,
    parameters: numberOr(parameters),
  };
}

function numberOr(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function formatOf(fileName: unknown): string | null {
  const ending = typeof fileName === 'string' ? /\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase() : undefined;
  return weightFormats.find((format) => format === ending) ?? null;
}

/**
 * Whether a client with this profile can use the model. A limit on a fact that the record does not state,
 * such as a size, is ignored.
 */
export function understands(profile: ClientProfile, model: ModelTraits): boolean {
  const { baselines, formats } = profile;
  if (baselines && model.baseline !== null && !baselines.has(model.baseline)) return false;
  if (formats && !model.formats.every((format) => formats.has(format))) return false;
  return (
    within(model.fileBytes, profile.maxFileBytes) &&
    within(model.modelBytes, profile.maxModelBytes) &&
    within(model.parameters, profile.maxParameters)
  );
}

function within(size: number | null, most: number | null): boolean {
  return size === null || most === null || size <= most;
}

export function isShownTo({ channel, profile }: Audience, model: ModelTraits): boolean {
  return (channel === 'beta' || !model.isBeta) && (profile === null || understands(profile, model));
}

/** Gives a text that is the same for all profiles with the same limits. */
function profileKey(profile: ClientProfile): string {
  const known = keys.get(profile);
  if (known !== undefined) return known;
  const { baselines, formats, ...sizes } = profile;
  const sorted = (set: ReadonlySet<string> | null) => set && [...set].sort();
  const key = JSON.stringify([sorted(baselines), sorted(formats), ...Object.values(sizes)]);
  keys.set(profile, key);
  return key;
}

const keys = new WeakMap<ClientProfile, string>();

export function audienceKey({ channel, profile }: Audience): string {
  return profile === null ? channel : `${channel} ${profileKey(profile)}`;
}

/** Combines two profiles into one with the limits of both. */
export function bothOf(one: ClientProfile, other: ClientProfile): ClientProfile {
  const common = (a: ReadonlySet<string> | null, b: ReadonlySet<string> | null) =>
    a && b ? new Set([...a].filter((each) => b.has(each))) : (a ?? b);
  const least = (a: number | null, b: number | null) =>
    a !== null && b !== null ? Math.min(a, b) : (a ?? b);
  return {
    baselines: common(one.baselines, other.baselines),
    formats: common(one.formats, other.formats),
    maxFileBytes: least(one.maxFileBytes, other.maxFileBytes),
    maxModelBytes: least(one.maxModelBytes, other.maxModelBytes),
    maxParameters: least(one.maxParameters, other.maxParameters),
  };
}

export const understandsAll: ClientProfile = {
  baselines: null,
  formats: null,
  maxFileBytes: null,
  maxModelBytes: null,
  maxParameters: null,
};

/** The category whose records are client profiles. Not every deployment has it. */
export const clientProfileCategory = 'client_profile';

/** Makes the profile from a stored record of `clientProfileCategory`. */
export function profileOf(record: JsonObject): ClientProfile {
  const baselines = setOf(record.baselines);
  return {
    baselines: baselines && withCanonical(baselines),
    formats: setOf(record.file_formats),
    maxFileBytes: numberOr(record.max_file_bytes),
    maxModelBytes: numberOr(record.max_model_bytes),
    maxParameters: numberOr(record.max_parameters),
  };
}

/**
 * Adds to a set of baselines, of any category, the stored names of the image baselines that the set has in
 * another spelling.
 */
export function withCanonical(names: ReadonlySet<string>): ReadonlySet<string> {
  const canonical = [...names].map((name) => knownBaselines().canonical('image_generation', name));
  return new Set([...names, ...canonical]);
}

function setOf(list: unknown): ReadonlySet<string> | null {
  return Array.isArray(list) ? new Set(textsOf(list)) : null;
}
