import { z } from 'zod';
import { linksIn } from '#client';
import { FairLimiter, LimiterFull } from '../../kernel/concurrency/fair-limiter.ts';
import { ActorRateLimiter } from '../../kernel/concurrency/shares.ts';
import { RegistryError } from '../../kernel/errors.ts';
import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import { decodePercentEncoding } from '../../kernel/percent-decoded.ts';
import type { RemoteFiles } from '../../outside/remote-files.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import type { Categories } from '../../records/categories/index.ts';
import { unknownHash } from '../../records/common-fields.ts';
import { findKey, removeKeysFromText, removeKeysFromValue } from '../../records/files/address-keys.ts';
import { allowedLinks, findMirroredUrl, type PageLink, parseDraftLink } from '../../records/files/links.ts';
import { parseInput } from '../../records/parse.ts';
import { decideCategory } from './category-clues.ts';
import { parseCivitaiPage } from './civitai-page.ts';
import { type Draft, DraftInProgress, type DraftResult, draftShape } from './draft.ts';
import { type DuplicateSources, draftDuplicate, findDuplicates } from './duplicates.ts';
import { findFileClue, setImageFields, setTextFields } from './file-draft.ts';
import { draftFromCivitai, draftFromCivitaiPage } from './from-civitai.ts';
import { draftFromHub, draftFromHubPage } from './from-hub.ts';
import { parseHubPage } from './hub-page.ts';
import { parseImageName, setDownloads } from './image-fields.ts';
import type { LicensePages, ReadOptions } from './license-pages.ts';
import { listEntries } from './list-entry.ts';
import { RemoteReader, readFile } from './remote-reader.ts';

export type Drafts = ReturnType<typeof createDrafts>;

/** A draft with the live models that it may duplicate. */
export const draftWithDuplicates = draftShape
  .extend({
    duplicates: z.array(draftDuplicate),
    further_links: z.array(z.string()).meta({
      description: 'Further links in the input. The draft is of the first link; draft the others separately.',
    }),
  })
  .meta({ id: 'DraftResponse', description: 'A record drafted from an external source.' });
export type DraftWithDuplicates = z.infer<typeof draftWithDuplicates>;

/** Number of characters at the beginning of a pasted text that are searched for links. */
const maxTextLength = 20_000;
const maxOtherDrafts = 100;

/**
 * Creates the service that drafts records from links, and from JSON that users pasted from hosts.
 * @param listDuplicateSources returns the live models with which a draft is compared
 * @param storeNotes stores the notes of a draft, to show them to reviewers when the record is proposed
 * @param perMinute largest number of drafts per account and minute
 * @param visitorsPerHour largest number of drafts per hour and client address for callers without the
 * requestor role; 0 to refuse such callers
 * @param now monotonic time in milliseconds
 */
export function createDrafts({
  files,
  categories,
  licenses,
  listDuplicateSources,
  storeNotes,
  perMinute,
  visitorsPerHour,
  now,
}: {
  readonly files: RemoteFiles;
  readonly categories: Pick<Categories, 'list' | 'baselines'>;
  readonly licenses: Pick<LicensePages, 'readPageLicense'>;
  readonly listDuplicateSources: () => readonly DuplicateSources[];
  readonly storeNotes: (askedBy: string, draft: Draft) => Promise<void>;
  readonly perMinute: number;
  readonly visitorsPerHour: number;
  readonly now: () => number;
}) {
  const accountRateLimiter = new ActorRateLimiter({ maxActions: perMinute, windowMs: 60_000, now });
  const visitorRateLimiter = new ActorRateLimiter({ maxActions: visitorsPerHour, windowMs: 3_600_000, now });
  const visitorLimiter = new FairLimiter({ ...visitorLimits, now });
  const countDraft = (askedBy: string, isVisitor: boolean) => {
    const waitMs = (isVisitor ? visitorRateLimiter : accountRateLimiter).tryAction(askedBy);
    if (waitMs === 0) return;
    const limit = isVisitor
      ? `Without the requestor role, one address may make ${visitorsPerHour} drafts per hour.`
      : `An account may make ${perMinute} drafts per minute.`;
    throw createTooManyError(limit, waitMs / 1000);
  };
  return {
    /** Finds the live models that a record may duplicate. Does not call the hosts. */
    findDuplicates: (category: CategoryDefinition, record: JsonObject) =>
      findDuplicates(category.name, record, listDuplicateSources()),

    /**
     * Creates a draft.
     * @param question.text JSON, or pasted links. The draft is created from the first link
     * @param question.category the category; null to derive it from the link or the JSON
     * @param question.askedBy the account or, for a visitor, the client address, for the rate limit
     * @param question.isVisitor whether the caller lacks the requestor role. Then only public pages of
     *   Civitai and Hugging Face are read, without the registry's tokens, and no notes are stored
     * @param question.withoutToken whether to read only what is public, without the registry's tokens.
     *   Default: for visitors
     * @throws RegistryError `bad_request` when the kind of link or JSON is unsupported or not open to
     *   visitors, or the category cannot be derived; `not_found` when the link's target does not exist;
     *   `too_many_drafts` when the caller exceeds the rate limit. OutageError `host_unavailable` when the
     *   host does not respond
     */
    make: async ({
      text: input,
      category,
      askedBy,
      isVisitor = false,
      withoutToken = isVisitor,
    }: {
      text: string;
      category: CategoryDefinition | null;
      askedBy: string;
      isVisitor?: boolean;
      withoutToken?: boolean;
    }): Promise<DraftWithDuplicates> => {
      const { list, baselines } = categories;
      const isJson = input.trimStart().startsWith('{');
      const text = isJson ? input : removeKeysFromText(input);
      const [link = text, ...others] = isJson ? [] : linksIn(text.slice(0, maxTextLength));
      const makeDraft = async () => {
        countDraft(askedBy, isVisitor);
        const readOptions = { turn: isVisitor ? 'visitors' : askedBy, withoutToken };
        const reader = new RemoteReader(files, readOptions);
        const result = isJson
          ? await draftFromJson(text, categories, { reader, category })
          : await draftFromLink(baselines, reader, link, category);
        await setLicense(result, licenses, isJson ? null : readOptions);
        return result;
      };
      if (isVisitor) assertOpenToVisitors(isJson ? null : link);
      const { furtherLinks = others, ...linkedDraft } = isVisitor
        ? await visitorLimiter.run(askedBy, makeDraft).catch(throwTooMany)
        : await makeDraft();
      const definition = category ?? list.find(({ name }) => name === linkedDraft.category);
      if (!definition) {
        const reason =
          linkedDraft.category === null
            ? 'The category of the model is unknown'
            : `The category '${linkedDraft.category}' is not enabled here`;
        throw new RegistryError('bad_request', `${reason}: give a category.`);
      }
      const key = findKey(input);
      if (key !== null)
        linkedDraft.draft.addNote(
          null,
          `The input contains a URL with ${key}, a personal key, which was removed.`,
        );
      const draft = finishDraft(linkedDraft.draft, definition, baselines);
      if (!isVisitor) await storeNotes(askedBy, draft);
      return {
        ...draft,
        duplicates: findDuplicates(definition.name, draft.record, listDuplicateSources()),
        further_links: furtherLinks.slice(0, maxOtherDrafts),
      };
    },
  };
}

/**
 * Sets the licence that the page states or, if it states none, the licence of the base model. Does not read the
 * pages of base models if `readOptions` is null.
 */
async function setLicense(
  { draft, licensePage }: DraftResult,
  licenses: Pick<LicensePages, 'readPageLicense'>,
  readOptions: ReadOptions | null,
): Promise<void> {
  if (!licensePage) return;
  const licenseReading = await licenses.readPageLicense(licensePage, readOptions);
  if ('licensing' in licenseReading) {
    const { licensing, certainty } = licenseReading;
    const source = `${licensePage.host}:${certainty === 'certain' ? 'license' : 'base model or inexact license'}`;
    draft.set('licensing', licensing as unknown as JsonObject, source, certainty);
  }
  if ('question' in licenseReading && licenseReading.question !== undefined)
    draft.addQuestion('licensing', licenseReading.question);
}

/** Limits on the concurrent drafts of all visitors together. */
const visitorLimits = { atOnce: 2, waiting: 8, longestWaitMs: 10_000 };

function createTooManyError(limit: string, waitSeconds: number): RegistryError {
  const seconds = Math.ceil(waitSeconds);
  const headers = { 'retry-after': String(seconds) };
  return new RegistryError('too_many_drafts', `${limit} Try again in ${seconds} s.`, { headers });
}

function throwTooMany(error: unknown): never {
  if (!(error instanceof LimiterFull)) throw error;
  throw createTooManyError(
    'Too many drafts by callers without the requestor role are in progress.',
    error.retryAfterSeconds,
  );
}

/**
 * @param link the link to draft; null for JSON
 * @throws RegistryError `bad_request` for anything but a link to Civitai or Hugging Face
 */
function assertOpenToVisitors(link: string | null): void {
  const host = link === null ? undefined : parseDraftLink(link)?.host;
  if (host === 'civitai' || host === 'huggingface') return;
  const supportedLinks =
    'a page or download of a Civitai model, an AIR, a repository or file at Hugging Face';
  throw new RegistryError(
    'bad_request',
    `Without the requestor role, only links are drafted: ${supportedLinks}.`,
  );
}

/** Finishes a draft. Adds a note for each problem that would make the registry refuse its proposal. */
function finishDraft(
  draft: DraftInProgress,
  { name, fields, record }: CategoryDefinition,
  baselines: KnownBaselines,
): Draft {
  const uncheckedDraft = draft.finish(name, fields);
  const result = parseInput(record(baselines), uncheckedDraft.record, 'body');
  if (!result.ok) {
    for (const { loc, msg } of result.problems) draft.addNote(loc.slice(1).join('.') || null, msg);
  }
  return draft.finish(name, fields);
}

async function draftFromLink(
  baselines: KnownBaselines,
  reader: RemoteReader,
  text: string,
  category: CategoryDefinition | null,
): Promise<LinkedDraft> {
  const link = parseDraftLink(text);
  if (link === null)
    throw new RegistryError(
      'bad_request',
      `Unsupported link '${text.slice(0, 200)}'; allowed: ${allowedLinks}.`,
    );
  if (link.host === 'civitai') return draftFromCivitai(baselines, reader, link, category?.name ?? null);
  if (link.host === 'huggingface') return draftFromHub(baselines, reader, link, category?.name ?? null);
  if (link.host === 'page') return draftFromUnreadPage(link, category?.name ?? null);
  return draftFromFile(baselines, reader, link.url, category);
}

/**
 * A draft from a link. `furtherLinks` are the links of the other entries of a pasted list. If it is absent, the
 * caller uses the other links in the pasted text.
 */
type LinkedDraft = DraftResult & { readonly furtherLinks?: readonly string[] };

/** Creates a draft from the link alone, for hosts whose pages are not read. */
function draftFromUnreadPage({ url, repository, original }: PageLink, category: string | null): DraftResult {
  const draft = new DraftInProgress();
  const { name, version } = parseImageName(repository);
  const isText = category === 'text_generation';
  draft
    .set('name', isText ? repository : name, 'link', 'guess')
    .set('version', isText ? null : version, 'link', 'guess')
    .set('homepage', url, 'link')
    .set('url', url, 'link')
    .addQuestion(
      isText ? 'url' : 'config.download',
      `Pages at ${new URL(url).host} are not read, so the draft has only the link: no file, size or hash.`,
    );
  if (original !== null) noteOriginal(draft, original);
  return { draft, category };
}

function noteOriginal(draft: DraftInProgress, original: string): void {
  draft
    .addNote(null, `It is a copy of ${original}: draft that link for its facts.`)
    .addChoice({ url: original, file_name: original.split('/').at(-1) ?? '', size_bytes: null });
}

async function draftFromFile(
  baselines: KnownBaselines,
  reader: RemoteReader,
  url: string,
  category: CategoryDefinition | null,
): Promise<DraftResult> {
  const inspectedFile = await readFile(reader, url);
  const { host, pathname } = new URL(url);
  const draft = new DraftInProgress();
  const clue = findFileClue(baselines, inspectedFile);
  const { category: draftCategory, question } = decideCategory(clue ? [clue] : [], category?.name ?? null);
  if (question !== null) draft.addQuestion(null, question);
  const fileName = decodePercentEncoding(pathname.split('/').at(-1) ?? '');
  const name = fileName
    .replace(/\.\w+$/, '')
    .replace(/[_\s]+/g, ' ')
    .trim();
  draft.set('name', name, 'file name', 'guess');
  setDownloads(draft, { host, source: 'file' }, [
    {
      name: fileName,
      url,
      sha256: null,
      bytes: inspectedFile.bytes,
      isArchive: inspectedFile.kind === 'archive',
    },
  ]);
  const original = findMirroredUrl(url);
  if (original !== null) noteOriginal(draft, original);
  if (draftCategory === 'text_generation') setTextFields(draft, inspectedFile);
  else setImageFields(baselines, draft, inspectedFile);
  return { draft, category: draftCategory };
}

/**
 * Creates a draft from pasted JSON. Does not call a host for a record, a legacy record, or a response of Civitai
 * or Hugging Face. For a list of models, reads the link of the first entry.
 */
async function draftFromJson(
  text: string,
  { list, baselines }: Pick<Categories, 'list' | 'baselines'>,
  { reader, category }: { reader: RemoteReader; category: CategoryDefinition | null },
): Promise<LinkedDraft> {
  const value = unwrapNamedRecord(removeKeysFromValue(parseJsonObject(text)));
  const civitaiPage = parseCivitaiPage(value);
  if (civitaiPage) return draftFromCivitaiPage(baselines, civitaiPage, { category: category?.name ?? null });
  const hubPage =
    'siblings' in value || 'pipeline_tag' in value || 'modelId' in value ? parseHubPage(value) : null;
  if (hubPage) return draftFromHubPage(baselines, hubPage, category?.name ?? null);
  for (const each of category ? [category] : list) {
    const record = parseRecord(value, each, baselines);
    if (record) return { draft: draftFromRecord(record), category: each.name };
  }
  const [entry, ...others] = listEntries(value);
  if (entry) {
    const result = await draftFromLink(baselines, reader, entry.link, category);
    if (entry.sha256 !== null) setListedHash(result.draft, entry.sha256);
    return { ...result, furtherLinks: [...new Set(others.map(({ link }) => link))] };
  }
  throw new RegistryError(
    'bad_request',
    'Unsupported JSON; allowed: answers of Civitai (a model or a version) and Hugging Face (a model), records, legacy records (with category), and entries of lists that have a link to the model.',
  );
}

/** Compares the hash from a pasted list with the host's hash; sets it when the host states none. */
function setListedHash(draft: DraftInProgress, sha256: string): void {
  const field = 'config.download.0.sha256sum';
  if (draft.get('config.download.0.file_url') === undefined) return;
  const hostHash = draft.get(field);
  if (hostHash === unknownHash) draft.set(field, sha256, 'pasted list', 'likely');
  else if (hostHash !== sha256)
    draft.addQuestion(field, `The pasted list states the SHA-256 ${sha256}: it may mean another file.`);
}

/**
 * Converts `{ "<name>": { … } }`, the form of legacy files, to a record with that `name`; returns any other
 * value unchanged.
 */
function unwrapNamedRecord(value: JsonObject): JsonObject {
  const [namedEntry, ...others] = Object.entries(value);
  if (!namedEntry || others.length > 0 || !isJsonObject(namedEntry[1])) return value;
  return { name: namedEntry[0], ...namedEntry[1] };
}

function parseRecord(
  value: JsonObject,
  { name, record, legacy }: CategoryDefinition,
  baselines: KnownBaselines,
): JsonObject | null {
  if (value.record_type === name) {
    const parsedRecord = record(baselines).safeParse(value);
    return parsedRecord.success ? parsedRecord.data : null;
  }
  const isLegacy = isJsonObject(value.config) && 'files' in value.config;
  const mayBeLegacy = isLegacy || value.record_type === undefined;
  const body = mayBeLegacy && legacy && 'name' in value ? legacy.body(baselines).safeParse(value) : null;
  if (!body?.success || !legacy) return null;
  const legacyRecord = legacy.fromBody(body.data, null);
  return legacy.toV2(body.data.name, legacyRecord, null, baselines);
}

/** Creates a draft from a complete record, without the fields that the server sets. */
function draftFromRecord(record: JsonObject): DraftInProgress {
  const draft = new DraftInProgress();
  for (const [field, value] of Object.entries(record)) {
    if (!['metadata', 'record_type', 'model_classification'].includes(field))
      draft.set(field, value, 'pasted record');
  }
  return draft;
}

function parseJsonObject(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch {
    // Invalid JSON: the error is thrown below.
  }
  throw new RegistryError('bad_request', 'The text is neither a link nor a JSON object.');
}
