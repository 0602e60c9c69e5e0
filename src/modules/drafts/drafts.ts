import { z } from 'zod';
import { linksIn } from '#client';
import { Shares } from '../../kernel/concurrency/shares.ts';
import { RegistryError } from '../../kernel/errors.ts';
import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import { percentDecoded } from '../../kernel/percent-decoded.ts';
import type { RemoteFiles } from '../../outside/remote-files.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import type { Categories } from '../../records/categories/index.ts';
import { keyIn, valueWithoutKeys, withoutKeys } from '../../records/files/address-keys.ts';
import { allowedLinks, draftLink } from '../../records/files/links.ts';
import { parseInput } from '../../records/parse.ts';
import { categoryOf } from './category-clues.ts';
import { civitaiPage } from './civitai-page.ts';
import { type Draft, DraftInProgress, draftShape, type MadeDraft } from './draft.ts';
import { type DraftSurroundings, draftDuplicate, duplicatesOf } from './duplicates.ts';
import { clueOfFile, sayImageFile, sayTextFile } from './file-draft.ts';
import { fromCivitai, fromCivitaiPage } from './from-civitai.ts';
import { fromHub, fromHubPage } from './from-hub.ts';
import { hubPage } from './hub-page.ts';
import { sayDownload } from './image-fields.ts';
import { RemoteReader, readFile } from './remote-reader.ts';

export type Drafts = ReturnType<typeof createDrafts>;

/** A draft with the live models that it may duplicate. */
export const foundDraft = draftShape
  .extend({
    duplicates: z.array(draftDuplicate),
    further_links: z.array(z.string()).meta({
      description: 'Further links in the input. The draft is of the first link; draft the others separately.',
    }),
  })
  .meta({ id: 'DraftResponse', description: 'A record drafted from an external source.' });
export type FoundDraft = z.infer<typeof foundDraft>;

/** Number of characters, from the beginning of a pasted text, that are searched for links. */
const maxTextLength = 20_000;
const maxOtherDrafts = 100;

/**
 * Makes the service that drafts records from links, and from JSON that people have pasted from hosts.
 * @param surroundings gives the live models that a draft is compared with; called for each draft
 * @param keep stores the notes of a draft, which are shown to the reviewer when its record is proposed
 * @param perMinute number of drafts that an account may make in a minute
 * @param now monotonic time in milliseconds
 */
export function createDrafts({
  files,
  categories,
  surroundings,
  keep,
  perMinute,
  now,
}: {
  readonly files: RemoteFiles;
  readonly categories: Pick<Categories, 'list' | 'baselines'>;
  readonly surroundings: () => readonly DraftSurroundings[];
  readonly keep: (askedBy: string, draft: Draft) => Promise<void>;
  readonly perMinute: number;
  readonly now: () => number;
}) {
  const shares = new Shares({ most: perMinute, withinMs: 60_000, now });
  const takeShare = (askedBy: string) => {
    const waitMs = shares.take(askedBy);
    if (waitMs === 0) return;
    const seconds = Math.ceil(waitMs / 1000);
    throw new RegistryError(
      'too_many_drafts',
      `An account may make ${perMinute} drafts per minute. Try again in ${seconds} s.`,
      { headers: { 'retry-after': String(seconds) } },
    );
  };
  return {
    /** Finds the live models that a record may duplicate, without asking any host. */
    duplicates: (category: CategoryDefinition, record: JsonObject) =>
      duplicatesOf(category.name, record, surroundings()),

    /**
     * Makes a draft.
     * @param question.text JSON, or links as people paste them: the draft is made from the first link
     * @param question.category null: the category follows from the link or the JSON
     * @param question.askedBy the account whose number of drafts in a minute is limited
     * @throws RegistryError `bad_request` when the kind of link or JSON is unknown, or nothing tells the
     * category; `not_found` when the link leads to nothing; `too_many_drafts` when the account has made too
     * many. OutageError `host_unavailable` when the host does not answer
     */
    make: async ({
      text: given,
      category,
      askedBy,
    }: {
      text: string;
      category: CategoryDefinition | null;
      askedBy: string;
    }): Promise<FoundDraft> => {
      const { list, baselines } = categories;
      const isJson = given.trimStart().startsWith('{');
      takeShare(askedBy);
      const text = isJson ? given : withoutKeys(given);
      const [link = text, ...others] = isJson ? [] : linksIn(text.slice(0, maxTextLength));
      const made = isJson
        ? await fromText(text, categories, category)
        : await fromLink(baselines, new RemoteReader(files, askedBy), link, category);
      const chosen = category ?? list.find(({ name }) => name === made.category);
      if (!chosen) {
        const found =
          made.category === null ? 'Nothing says' : `'${made.category}' is not open here, so nothing says`;
        throw new RegistryError('bad_request', `${found} which category the model belongs to: give one.`);
      }
      const key = keyIn(given);
      if (key !== null)
        made.draft.note(
          null,
          `What was pasted has an address with ${key}, which is a personal key: it is left out.`,
        );
      const draft = finished(made.draft, chosen, baselines);
      await keep(askedBy, draft);
      return {
        ...draft,
        duplicates: duplicatesOf(chosen.name, draft.record, surroundings()),
        further_links: others.slice(0, maxOtherDrafts),
      };
    },
  };
}

/** Finishes a draft. Adds a note for each problem that a proposal of its record would be refused for. */
function finished(
  draft: DraftInProgress,
  { name, fields, record }: CategoryDefinition,
  baselines: KnownBaselines,
): Draft {
  const first = draft.finished(name, fields);
  const checked = parseInput(record(baselines), first.record, 'body');
  if (!checked.ok) {
    for (const { loc, msg } of checked.problems) draft.note(loc.slice(1).join('.') || null, msg);
  }
  return draft.finished(name, fields);
}

async function fromLink(
  baselines: KnownBaselines,
  reader: RemoteReader,
  text: string,
  category: CategoryDefinition | null,
): Promise<MadeDraft> {
  const link = draftLink(text);
  if (link === null)
    throw new RegistryError(
      'bad_request',
      `Unsupported link '${text.slice(0, 200)}'; allowed: ${allowedLinks}.`,
    );
  if (link.host === 'civitai') return fromCivitai(baselines, reader, link, category?.name ?? null);
  if (link.host === 'huggingface') return fromHub(baselines, reader, link, category?.name ?? null);
  return fromFile(baselines, reader, link.url, category);
}

async function fromFile(
  baselines: KnownBaselines,
  reader: RemoteReader,
  url: string,
  category: CategoryDefinition | null,
): Promise<MadeDraft> {
  const seen = await readFile(reader, url);
  const { host, pathname } = new URL(url);
  const draft = new DraftInProgress();
  const clue = clueOfFile(baselines, seen);
  const { category: found, question } = categoryOf(clue ? [clue] : [], category?.name ?? null);
  if (question !== null) draft.ask(null, question);
  const fileName = percentDecoded(pathname.split('/').at(-1) ?? '');
  const name = fileName
    .replace(/\.\w+$/, '')
    .replace(/[_\s]+/g, ' ')
    .trim();
  draft.say('name', name, 'file name', 'guess');
  sayDownload(draft, { name: fileName, url, sha256: null, bytes: seen.bytes, host, source: 'file' });
  if (found === 'text_generation') sayTextFile(draft, seen);
  else sayImageFile(baselines, draft, seen);
  return { draft, category: found };
}

/**
 * Makes a draft of pasted JSON: an answer of Civitai or Hugging Face, a record, or a legacy record. Calls no
 * host.
 */
async function fromText(
  text: string,
  { list, baselines }: Pick<Categories, 'list' | 'baselines'>,
  category: CategoryDefinition | null,
): Promise<MadeDraft> {
  const value = oneOf(valueWithoutKeys(parsed(text)));
  const civitai = civitaiPage(value);
  if (civitai) return fromCivitaiPage(baselines, civitai, { category: category?.name ?? null });
  const hub = 'siblings' in value || 'pipeline_tag' in value || 'modelId' in value ? hubPage(value) : null;
  if (hub) return fromHubPage(baselines, hub, category?.name ?? null);
  for (const each of category ? [category] : list) {
    const record = recordIn(value, each, baselines);
    if (record) return { draft: pasted(record), category: each.name };
  }
  throw new RegistryError(
    'bad_request',
    'Unsupported JSON; allowed: answers of Civitai (a model or a version) and Hugging Face (a model), records, and legacy records (with category).',
  );
}

/**
 * Turns `{ "<name>": { … } }`, the form of legacy files, into a record with that `name`; gives any other
 * value unchanged.
 */
function oneOf(value: JsonObject): JsonObject {
  const [only, ...others] = Object.entries(value);
  if (!only || others.length > 0 || !isJsonObject(only[1])) return value;
  return { name: only[0], ...only[1] };
}

function recordIn(
  value: JsonObject,
  { name, record, legacy }: CategoryDefinition,
  baselines: KnownBaselines,
): JsonObject | null {
  if (value.record_type === name) {
    const parsedRecord = record(baselines).safeParse(value);
    return parsedRecord.success ? parsedRecord.data : null;
  }
  const isLegacy = isJsonObject(value.config) && 'files' in value.config;
  const looksIt = isLegacy || value.record_type === undefined;
  const body = looksIt && legacy && 'name' in value ? legacy.body(baselines).safeParse(value) : null;
  if (!body?.success || !legacy) return null;
  const stored = legacy.fromBody(body.data, null);
  return legacy.toV2(body.data.name, stored, null, baselines);
}

/** Makes a draft of a whole record, without the fields that the server sets. */
function pasted(record: JsonObject): DraftInProgress {
  const draft = new DraftInProgress();
  for (const [field, value] of Object.entries(record)) {
    if (!['metadata', 'record_type', 'model_classification'].includes(field))
      draft.say(field, value, 'pasted record');
  }
  return draft;
}

function parsed(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch {
    // The note below says so.
  }
  throw new RegistryError('bad_request', 'The text is neither a link nor a JSON object.');
}
