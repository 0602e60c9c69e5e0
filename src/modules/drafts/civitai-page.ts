import { findEarlyAccess } from '../files/index.ts';
import {
  itemsOf,
  type Members,
  membersOf,
  numberOf,
  sha256Of,
  textOf,
  textsOf,
  wholeNumberOf,
} from './untrusted.ts';

/** The parts of a model's page at Civitai that drafts read. */
export interface CivitaiPage {
  readonly modelId: number | null;
  readonly name: string | null;
  readonly type: string | null;
  readonly nsfw: boolean | null;
  /** HTML. */
  readonly description: unknown;
  readonly tags: readonly string[];
  /** `Archived` or `TakenDown` if the page is in this state, else null. */
  readonly mode: string | null;
  /** The permissions on the page; null for a permission that the page does not state. */
  readonly permissions: {
    readonly commercialUse: readonly string[] | null;
    readonly derivatives: boolean | null;
    readonly noCredit: boolean | null;
    readonly differentLicense: boolean | null;
  };
  /** The versions in the host's order: newest first. */
  readonly versions: readonly CivitaiVersion[];
}

export interface CivitaiVersion {
  readonly id: number;
  readonly name: string | null;
  readonly baseModel: string | null;
  readonly triggers: readonly string[];
  /** HTML. */
  readonly description: unknown;
  /** The content ratings of the version's preview images: one bit per rating, as in `explicitLevels`. */
  readonly nsfwLevel: number;
  readonly downloadable: boolean;
  /** Null when everybody may download the version; `until` is a day, such as `2026-12-24`. */
  readonly earlyAccess: { readonly until: string | null } | null;
  readonly files: readonly CivitaiFile[];
}

export interface CivitaiFile {
  readonly id: number | null;
  readonly name: string | null;
  readonly type: string | null;
  readonly primary: boolean;
  /** Facts about the file, such as `format`, `size` and `fp`. */
  readonly metadata: Members;
  readonly bytes: number | null;
  readonly sha256: string | null;
  readonly pickleScan: string | null;
}

/** The bits of `nsfwLevel` for explicit images: the ratings X, XXX and blocked, but not R. */
export const explicitLevels = 8 | 16 | 32;

/** Parses Civitai's response about a model or a version; null when `body` is neither. */
export function parseCivitaiPage(body: unknown): CivitaiPage | null {
  const members = membersOf(body);
  if (Array.isArray(members.modelVersions)) return parseModel(members);
  const version = parseVersion(members);
  if (version === null || !Array.isArray(members.files)) return null;
  const model = membersOf(members.model);
  return {
    ...parseModel({ ...model, id: members.modelId }),
    versions: [version],
  };
}

function parseModel(model: Members): CivitaiPage {
  return {
    modelId: wholeNumberOf(model.id, 2_147_483_647),
    name: textOf(model.name, 200),
    type: textOf(model.type, 40),
    nsfw: typeof model.nsfw === 'boolean' ? model.nsfw : null,
    description: model.description,
    // Older responses have objects instead of strings.
    tags: textsOf(
      itemsOf(model.tags, 100).map((tag) => membersOf(tag).name ?? tag),
      50,
      60,
    ),
    mode: textOf(model.mode, 40),
    permissions: {
      commercialUse: parseCommercialUses(model.allowCommercialUse),
      derivatives: parseFlag(model.allowDerivatives),
      noCredit: parseFlag(model.allowNoCredit),
      differentLicense: parseFlag(model.allowDifferentLicense),
    },
    versions: itemsOf(model.modelVersions, 500).flatMap((version) => parseVersion(membersOf(version)) ?? []),
  };
}

const parseFlag = (value: unknown) => (typeof value === 'boolean' ? value : null);

/**
 * Parses the kinds of commercial use that a page allows. Newer responses have an array; older responses have
 * one string, possibly in braces. Returns null when not stated.
 */
function parseCommercialUses(value: unknown): string[] | null {
  if (typeof value !== 'string' && !Array.isArray(value)) return null;
  const uses = typeof value === 'string' ? value.replace(/[{}"]/g, '').split(',') : textsOf(value, 10, 20);
  return uses.map((use) => use.trim()).filter((use) => use !== '' && use !== 'None');
}

function parseVersion(version: Members): CivitaiVersion | null {
  const id = wholeNumberOf(version.id, 2_147_483_647);
  if (id === null) return null;
  const usageControl = textOf(version.usageControl, 40);
  return {
    id,
    name: textOf(version.name, 100),
    baseModel: textOf(version.baseModel, 60),
    triggers: textsOf(version.trainedWords, 100, 300),
    description: version.description,
    nsfwLevel: numberOf(version.nsfwLevel, 0, 255) ?? 0,
    downloadable: usageControl === null || usageControl === 'Download',
    earlyAccess: findEarlyAccess(version),
    files: itemsOf(version.files, 2000).map((file) => parseFile(membersOf(file))),
  };
}

function parseFile(file: Members): CivitaiFile {
  // KiB with fractions.
  const kibibytes = numberOf(file.sizeKB, 0, 2 ** 40);
  return {
    id: wholeNumberOf(file.id),
    name: textOf(file.name, 200),
    type: textOf(file.type, 40),
    primary: file.primary === true,
    metadata: membersOf(file.metadata),
    bytes: kibibytes === null || kibibytes === 0 ? null : Math.round(kibibytes * 1024),
    sha256: sha256Of(membersOf(file.hashes).SHA256),
    pickleScan: textOf(file.pickleScanResult, 40),
  };
}

/**
 * Returns a version of the model on a page; null when the page has no such version.
 * @param id the id of the version; null for the newest version
 */
export function findVersion({ versions }: CivitaiPage, id: number | null): CivitaiVersion | null {
  return (id === null ? versions[0] : versions.find((version) => version.id === id)) ?? null;
}
