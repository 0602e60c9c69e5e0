import {
  type LicenseAssignment,
  type LicenseEvidence,
  type Obligation,
  obligations,
  type Permission,
} from './assignment.ts';

/** The members of a licence definition that a conclusion uses. */
export interface KnownLicense {
  readonly license_id: string;
  readonly name: string;
  readonly spdx_identifier: string | null;
  readonly canonical_url: string;
  readonly commercial_use: Permission;
  readonly redistribution: Permission;
  readonly obligations: readonly Obligation[];
  readonly deprecated: boolean;
}

/**
 * The certainty of a conclusion. `certain`: the page of the model states the licence. `likely`: the page of
 * its base model or of its file states the licence, or the statement is inexact. `guess`: the page was found
 * by the URL of a file, and may not be that of the model.
 */
export const licenseCertainties = ['certain', 'likely', 'guess'] as const;
export type LicenseCertainty = (typeof licenseCertainties)[number];

/** The licence statement of a Hugging Face page, in its author's words. */
export interface HubStatement {
  /** The address of the page. */
  readonly source: string;
  /** The values of `license`; a page may state several. */
  readonly licenses: readonly string[];
  /** The value of `license_name`, when `license` is `other`. */
  readonly name: string | null;
  /** `license_link`. */
  readonly link: string | null;
}

/** The permissions that a Civitai page states. Null: not stated. */
export interface CivitaiPermissions {
  /** The address of the page. */
  readonly source: string;
  /** Kinds of commercial use: `Image`, `RentCivit`, `Rent`, `Sell`; empty: none. */
  readonly commercialUse: readonly string[] | null;
  readonly derivatives: boolean | null;
  readonly noCredit: boolean | null;
  readonly differentLicense: boolean | null;
}

/** The licence statement of a model's page. */
export type LicensePage =
  | {
      readonly host: 'huggingface';
      readonly statement: HubStatement;
      readonly bases: readonly string[];
      /** Whether the page contains files of several models. */
      readonly isCollection: boolean;
    }
  | { readonly host: 'civitai'; readonly permissions: CivitaiPermissions; readonly baseModel: string | null };

/**
 * The licence stated by pages. If there is no conclusion: a question for reviewers, or a text that says that
 * no licence is stated.
 */
export type LicenseReading =
  | {
      readonly licensing: LicenseAssignment;
      readonly certainty: LicenseCertainty;
      readonly question?: string;
    }
  | { readonly question: string }
  | { readonly noStatement: string };

/**
 * Licence names at Hugging Face that differ from our ids. A name that denotes a family of licences is
 * inexact, so its certainty is only `likely`.
 */
const hubNames: ReadonlyMap<string, readonly [id: string, certainty: LicenseCertainty]> = new Map([
  ['creativeml-openrail-m', ['OpenRAIL-M', 'certain']],
  ['openrail++', ['OpenRAIL++-M', 'certain']],
  ['openrail', ['OpenRAIL-M', 'likely']],
  ['agpl-3.0', ['AGPL-3.0-only', 'likely']],
  ['gpl-3.0', ['GPL-3.0-only', 'likely']],
  ['lgpl-3.0', ['LGPL-3.0-only', 'likely']],
  ['gpl-2.0', ['GPL-2.0-only', 'likely']],
]);

/** Values that mean "not in Hugging Face's list of licences". */
const unlistedNames: ReadonlySet<string> = new Set(['', 'other', 'unknown']);

interface NamedLicense {
  readonly license: KnownLicense;
  readonly certainty: LicenseCertainty;
}

/** Finds a licence definition by the name on a page; null when there is none. */
function findLicenseByName(name: string, definitions: readonly KnownLicense[]): NamedLicense | null {
  const [id, certainty] = hubNames.get(name.trim().toLowerCase()) ?? [name.trim(), 'certain' as const];
  const isSameId = (text: string | null) => text?.toLowerCase() === id.toLowerCase();
  const license = definitions.find(
    (each) => !each.deprecated && (isSameId(each.license_id) || isSameId(each.spdx_identifier)),
  );
  return license ? { license, certainty } : null;
}

function findLicenseByLink(link: string, definitions: readonly KnownLicense[]): NamedLicense | null {
  const normalise = (url: string) =>
    url
      .trim()
      .replace(/^https?:\/\//i, '')
      .replace(/[#?].*$/, '')
      .replace(/\/+$/, '')
      .toLowerCase();
  const license = definitions.find(
    (each) =>
      !each.deprecated && each.canonical_url !== '' && normalise(each.canonical_url) === normalise(link),
  );
  return license ? { license, certainty: 'certain' } : null;
}

/**
 * Returns the licence stated by a Hugging Face page. Returns a question when the licence has no definition,
 * when the page states several licences, or when the name of the licence contradicts its link.
 *
 * @param definitions all definitions
 * @param day the day of the reading, as `YYYY-MM-DD`
 */
export function readHubStatement(
  { source, licenses, name, link }: HubStatement,
  definitions: readonly KnownLicense[],
  day: string,
): LicenseReading {
  const statedLicenses = licenses.filter((each) => !unlistedNames.has(each.trim().toLowerCase()));
  const words = quoteStatement(licenses, name, link);
  if (statedLicenses.length === 0 && name === null && link === null) {
    return {
      noStatement: licenses.length === 0 ? `${source} states no licence` : `${source} states ${words}`,
    };
  }
  if (statedLicenses.length > 1)
    return {
      question: `${source} states several licences (${words}): check whether one of them suffices or all apply.`,
    };
  const readings = [
    ...statedLicenses.map((each) => findLicenseByName(each, definitions)),
    ...(name === null ? [] : [findLicenseByName(name, definitions)]),
    // An unknown link is ignored: it often leads to a copy of the licence in the repository, which no
    // definition mentions.
    ...(link === null ? [] : [findLicenseByLink(link, definitions)].filter((each) => each !== null)),
  ];
  const namedLicenses = readings.filter((each) => each !== null);
  const ids = new Set(namedLicenses.map(({ license }) => license.license_id));
  if (ids.size > 1)
    return {
      question: `${source} contradicts itself: ${words} means ${[...ids].join(' and ')}: check which is right.`,
    };
  const [firstLicense] = namedLicenses;
  if (!firstLicense || namedLicenses.length < readings.length)
    return { question: `${source} states ${words}, and no definition of a licence has that name.` };
  const certainty = findLeastCertainty(...namedLicenses.map((each) => each.certainty));
  return {
    licensing: createAssignment(firstLicense.license, [{ source, description: words, checked_at: day }]),
    certainty,
  };
}

function quoteStatement(licenses: readonly string[], name: string | null, link: string | null): string {
  return [
    ...(licenses.length > 0 ? [`license: ${licenses.join(', ')}`] : []),
    ...(name === null ? [] : [`license_name: ${name}`]),
    ...(link === null ? [] : [`license_link: ${link}`]),
  ].join('; ');
}

/**
 * Returns the licence stated by the page of the base model, for a model whose own page states none. The
 * certainty is at most `likely`.
 *
 * @param source the URL of the model's page
 */
export function readBaseStatement(
  source: string,
  base: LicenseReading,
  permissions: CivitaiPermissions | null,
  day: string,
): LicenseReading {
  if (!('licensing' in base))
    return 'question' in base ? { question: `${source} names no licence. ${base.question}` } : base;
  const { licensing } = base;
  const ownEvidence = { source, description: quotePermissions(permissions), checked_at: day };
  const combinedLicensing = addPermissions(licensing, permissions);
  const question = findContradiction(licensing, permissions);
  return {
    licensing: {
      ...combinedLicensing,
      evidence: [ownEvidence, ...licensing.evidence],
      notes: createNotes(permissions),
    },
    certainty: findLeastCertainty('likely', base.certainty),
    ...(question !== null && { question: `${source}: ${question}` }),
  };
}

function quotePermissions(permissions: CivitaiPermissions | null): string {
  if (permissions === null) return 'States its base model, but no licence.';
  const { commercialUse, derivatives, noCredit, differentLicense } = permissions;
  const quotePermission = (value: unknown, name: string) =>
    value === null ? [] : [`${name}: ${JSON.stringify(value)}`];
  const words = [
    ...quotePermission(commercialUse, 'allowCommercialUse'),
    ...quotePermission(derivatives, 'allowDerivatives'),
    ...quotePermission(noCredit, 'allowNoCredit'),
    ...quotePermission(differentLicense, 'allowDifferentLicense'),
  ];
  return words.length === 0 ? 'States its base model, but no licence.' : words.join(', ');
}

function createNotes(permissions: CivitaiPermissions | null): string {
  const derivatives =
    permissions?.derivatives === false ? ' The page allows no merges and other derivatives.' : '';
  return `Likely: the licence is that of the base model.${derivatives}`;
}

const ranks: Readonly<Record<Exclude<Permission, 'unknown'>, number>> = {
  prohibited: 0,
  allowed_with_conditions: 1,
  allowed: 2,
};

/** Returns the stricter of two permissions: `prohibited` is the strictest, followed by `unknown`. */
export function findStricterPermission(a: Permission, b: Permission): Permission {
  if (a === 'prohibited' || b === 'prohibited') return 'prohibited';
  if (a === 'unknown' || b === 'unknown') return 'unknown';
  return ranks[a] <= ranks[b] ? a : b;
}

/** Returns whether a permission allows less than another; false when one of them is unknown. */
export function isStricter(a: Permission, b: Permission): boolean {
  return a !== 'unknown' && b !== 'unknown' && ranks[a] < ranks[b];
}

const allUses = ['Image', 'Rent', 'Sell'];

function readCommercialUse({ commercialUse }: CivitaiPermissions): Permission | null {
  if (commercialUse === null) return null;
  if (commercialUse.length === 0) return 'prohibited';
  return allUses.every((use) => commercialUse.includes(use)) ? 'allowed' : 'allowed_with_conditions';
}

function addPermissions(
  licensing: LicenseAssignment,
  permissions: CivitaiPermissions | null,
): LicenseAssignment {
  if (permissions === null) return licensing;
  const ownCommercialUse = readCommercialUse(permissions);
  const pageObligations: readonly Obligation[] = [
    ...(permissions.noCredit === false ? (['attribution'] as const) : []),
    ...(permissions.differentLicense === false ? (['share_alike'] as const) : []),
  ];
  const allObligations = new Set([...licensing.obligations, ...pageObligations]);
  return {
    ...licensing,
    commercial_use:
      ownCommercialUse === null
        ? licensing.commercial_use
        : findStricterPermission(licensing.commercial_use, ownCommercialUse),
    obligations: obligations.filter((each) => allObligations.has(each)),
  };
}

/**
 * Returns a message when a page allows commercial use that the licence of the base model prohibits; null
 * otherwise.
 */
function findContradiction(base: LicenseAssignment, permissions: CivitaiPermissions | null): string | null {
  const ownCommercialUse = permissions && readCommercialUse(permissions);
  if (ownCommercialUse === null || base.commercial_use !== 'prohibited' || ownCommercialUse === 'prohibited')
    return null;
  return `the page allows commercial use (${permissions?.commercialUse?.join(', ')}), and the licence of the base model, ${base.license_expression}, prohibits it.`;
}

/**
 * Returns whether a permission allows more than the previous one. `unknown` counts as more than `prohibited`.
 * Returns false when the previous permission is unknown.
 */
export function allowsMore(now: Permission, before: Permission): boolean {
  return isStricter(before, now) || (before === 'prohibited' && now === 'unknown');
}

/** Lowers the certainty of a reading and adds the reason to its notes. */
export function limitCertainty(
  reading: LicenseReading,
  maxCertainty: LicenseCertainty,
  why: string,
): LicenseReading {
  if (!('licensing' in reading)) return reading;
  const certainty = findLeastCertainty(reading.certainty, maxCertainty);
  if (certainty === reading.certainty) return reading;
  const notes = [why, reading.licensing.notes].filter(Boolean).join(' ');
  return { ...reading, certainty, licensing: { ...reading.licensing, notes } };
}

/**
 * Adds a question to the reading when a model's own licence allows commercial use or redistribution that the
 * licence of its base model prohibits. Otherwise returns the reading unchanged.
 */
export function compareWithBase(ownReading: LicenseReading, base: LicenseReading): LicenseReading {
  if (!('licensing' in ownReading) || !('licensing' in base)) return ownReading;
  const looserUses = (['commercial_use', 'redistribution'] as const).filter(
    (use) =>
      base.licensing[use] === 'prohibited' &&
      ownReading.licensing[use] !== 'prohibited' &&
      ownReading.licensing[use] !== 'unknown',
  );
  if (looserUses.length === 0) return ownReading;
  const [source] = base.licensing.evidence;
  return {
    ...ownReading,
    question: `${ownReading.licensing.license_expression} allows ${looserUses.map((use) => use.replace('_', ' ')).join(' and ')}, which the licence of the base model prohibits: ${base.licensing.license_expression} (${source?.source}).`,
  };
}

function findLeastCertainty(...certainties: readonly LicenseCertainty[]): LicenseCertainty {
  return (
    licenseCertainties[Math.max(...certainties.map((each) => licenseCertainties.indexOf(each)))] ?? 'guess'
  );
}

function createAssignment(license: KnownLicense, evidence: readonly LicenseEvidence[]): LicenseAssignment {
  const { license_id, commercial_use, redistribution, obligations: duties } = license;
  return {
    license_expression: license_id,
    license_ids: [license_id],
    commercial_use,
    redistribution,
    obligations: [...duties],
    evidence,
  };
}
