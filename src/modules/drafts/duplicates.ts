import { z } from 'zod';
import type { JsonObject } from '../../kernel/json.ts';
import { categoryEnum } from '../../records/enums.ts';
import { pageOf } from '../../records/files/links.ts';
import { downloadsOf } from '../../records/files/record-file.ts';
import { groupOfName, parseTextName } from '../../records/text-names/index.ts';
import { findAlikeNames, findModelsWithFile, type KnownModels } from '../catalog/index.ts';

export const draftDuplicate = z
  .object({
    kind: z
      .enum(['same_file', 'same_page', 'same_name', 'alike_name', 'other_version'])
      .meta({ id: 'DraftDuplicateKind', description: 'How the model matches the draft.' }),
    category: categoryEnum,
    name: z.string(),
    message: z.string(),
    newer: z.boolean().nullable().meta({
      description: 'Whether the draft is a newer version of the model; null if unknown.',
    }),
  })
  .meta({ id: 'DraftDuplicate', description: 'An existing model that matches the draft.' });
type DraftDuplicate = z.infer<typeof draftDuplicate>;

/** The live models of one category, with which a draft is compared. */
export interface DuplicateSources {
  readonly knownModels: KnownModels;
  readonly getRecord: (name: string) => JsonObject | undefined;
}

/** Largest number of duplicates that are returned. */
const maxListed = 20;

/**
 * Finds the live models that a record may duplicate. Compares files and pages with those of all categories,
 * and the name only with models of the record's own category.
 * @param sources the live models of each category
 */
export function findDuplicates(
  category: string,
  record: JsonObject,
  sources: readonly DuplicateSources[],
): DraftDuplicate[] {
  const duplicates = new Map<string, DraftDuplicate>();
  const addDuplicate = (duplicate: DraftDuplicate) => {
    const key = `${duplicate.category}/${duplicate.name}`;
    if (!duplicates.has(key) && duplicates.size < maxListed) duplicates.set(key, duplicate);
  };
  for (const { knownModels, getRecord } of sources) {
    const { category: modelCategory } = knownModels;
    for (const file of downloadsOf(record)) {
      const { same: sameNames, unknown: uncertainNames } = findModelsWithFile(knownModels, file);
      const namesWithHash = knownModels.byHash.get(file.sha256.toLowerCase()) ?? [];
      for (const name of [...namesWithHash, ...sameNames]) {
        const sharedFileText = namesWithHash.includes(name) ? 'the same file' : 'the file of this address';
        addDuplicate({
          kind: 'same_file',
          category: modelCategory,
          name,
          message: `'${name}' has ${sharedFileText}.`,
          newer: false,
        });
      }
      for (const name of uncertainNames) {
        const message = `'${name}' may have the same file: the addresses differ, and it is unknown whether the bytes are the same.`;
        addDuplicate({ kind: 'same_page', category: modelCategory, name, message, newer: null });
      }
    }
    for (const each of findOnSamePage(record, knownModels, getRecord)) addDuplicate(each);
    if (knownModels.category !== category || typeof record.name !== 'string') continue;
    for (const each of findByName(record.name, knownModels)) addDuplicate(each);
    if (category === 'text_generation')
      for (const each of findTextVersions(record.name, knownModels)) addDuplicate(each);
  }
  return [...duplicates.values()];
}

function* findOnSamePage(
  record: JsonObject,
  knownModels: KnownModels,
  get: DuplicateSources['getRecord'],
): Generator<DraftDuplicate> {
  const ownPage = pageOf(record.homepage) ?? pageOf(record.url);
  if (!ownPage) return;
  for (const name of knownModels.byPage.get(ownPage.page) ?? []) {
    const liveRecord = get(name);
    const liveVersion = pageOf(liveRecord?.homepage)?.version ?? null;
    const isSame =
      ownPage.version === null ||
      (liveVersion === null ? liveRecord?.version === record.version : liveVersion === ownPage.version);
    const category = knownModels.category;
    if (isSame) {
      yield { kind: 'same_page', category, name, message: `'${name}' has the same page.`, newer: false };
      continue;
    }
    const isNewerVersion =
      liveVersion !== null && ownPage.version !== null
        ? Number(ownPage.version) > Number(liveVersion)
        : isNewer(record.version, liveRecord?.version);
    const message = isNewerVersion
      ? `This is a newer version of '${name}' (${String(liveRecord?.version ?? '?')}): an edit of it may be better.`
      : `'${name}' is another version (${String(liveRecord?.version ?? '?')}) of the same model.`;
    yield { kind: 'other_version', category, name, message, newer: isNewerVersion };
  }
}

function* findByName(name: string, knownModels: KnownModels): Generator<DraftDuplicate> {
  const { category } = knownModels;
  const similarNames = findAlikeNames(name, knownModels);
  if (similarNames.delete(name)) {
    yield { kind: 'same_name', category, name, message: `Model '${name}' already exists.`, newer: null };
  }
  for (const similarName of similarNames) {
    yield {
      kind: 'alike_name',
      category,
      name: similarName,
      message: `The name is easily confused with '${similarName}'.`,
      newer: null,
    };
  }
}

/** Finds text models of the same group and size whose names differ only in the version. */
function* findTextVersions(name: string, { category, byNameKey }: KnownModels): Generator<DraftDuplicate> {
  const parsedName = parseTextName(name);
  if (parsedName.version === null) return;
  const group = groupOfName(name).toLowerCase();
  for (const similarNames of byNameKey.looselySeen.values()) {
    for (const similarName of similarNames) {
      const otherParsedName = parseTextName(similarName);
      if (
        similarName === name ||
        otherParsedName.version === parsedName.version ||
        otherParsedName.size !== parsedName.size
      )
        continue;
      if (groupOfName(similarName).toLowerCase() !== group) continue;
      const isNewerVersion = isNewer(parsedName.version, otherParsedName.version);
      const message = isNewerVersion
        ? `This is a newer version of '${similarName}'.`
        : `'${similarName}' is another version of it.`;
      yield { kind: 'other_version', category, name: similarName, message, newer: isNewerVersion };
    }
  }
}

/**
 * Returns whether `version` is newer than `otherVersion`: compares their numbers from left to right. Null when one of
 * them has no number.
 */
function isNewer(version: unknown, otherVersion: unknown): boolean | null {
  const [a, b] = [version, otherVersion].map((text) =>
    typeof text === 'string' ? text.slice(0, 100).match(/\d+/g) : null,
  );
  if (!a || !b) return null;
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const difference = Number(a[at] ?? 0) - Number(b[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
