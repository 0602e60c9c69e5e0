import { type ModelRecord as ReadRecord, recordChanges } from '#client';
import type { ModelRecord } from '../../records/categories/category.ts';
import type { ModelViews } from '../../records/model-views.ts';
import type { KnownUsage } from '../queue/index.ts';

/** What became of a model, for people who follow the registry. Nobody's name is in it. */
export interface ModelAnnouncement {
  readonly category: string;
  readonly name: string;
  readonly change: 'added' | 'changed' | 'removed';
  /** What of a changed model is another, in words, most telling first; none: it is not known. */
  readonly what: readonly string[];
  /** How often the model was used in the last month, to one digit; null: not known, or not at all. */
  readonly monthlyUses: number | null;
}

/** How many fields are named. */
const namedFields = 6;

const ofFile = {
  hash: 'hash of a file',
  added: 'a new file',
  removed: 'a file less',
  address: 'address of a file',
  text: 'details of a file',
} as const;

/**
 * Null for what changed nothing for readers.
 * @param before null: there was no model; undefined: the audit trail does not know
 */
export function modelAnnouncement(
  model: Pick<ModelAnnouncement, 'category' | 'name'>,
  before: ModelViews | null | undefined,
  after: ModelViews | null,
  usage: KnownUsage | 'unknown' | null,
): ModelAnnouncement | null {
  const { category, name } = model;
  const said = (change: ModelAnnouncement['change'], what: readonly string[]): ModelAnnouncement => ({
    category,
    name,
    change,
    what,
    monthlyUses: after && usage && usage !== 'unknown' ? roughly(usage.month) : null,
  });
  if (after === null) return before === null ? null : said('removed', []);
  if (before === null) return said('added', []);
  if (before === undefined) return said('changed', []);
  const what = whatChanged(before.v2, after.v2);
  return what.length === 0 ? null : said('changed', what);
}

function whatChanged(before: ModelRecord, after: ModelRecord): string[] {
  const { files, fields } = recordChanges(before as unknown as ReadRecord, after as unknown as ReadRecord);
  const kinds = new Set(files.map(({ kind }) => kind));
  const filesSaid = Object.entries(ofFile).flatMap(([kind, words]) =>
    kinds.has(kind as keyof typeof ofFile) ? [words] : [],
  );
  const named = fields.slice(0, namedFields).map((field) => field.replaceAll('_', ' '));
  const more = fields.length - named.length;
  return [...filesSaid, ...named, ...(more > 0 ? [`${more} more fields`] : [])];
}

/** One digit: what is announced does not become another text with each use. */
function roughly(uses: number): number | null {
  if (uses <= 0) return null;
  const unit = 10 ** Math.floor(Math.log10(uses));
  return Math.floor(uses / unit) * unit;
}
