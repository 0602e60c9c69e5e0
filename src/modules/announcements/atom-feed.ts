import { Feed } from 'feed';
import { contentHash } from '../../records/hash.ts';
import type { Announced, BatchAnnouncement, ModelAnnouncement, WriteAnnouncement } from './announcements.ts';

/** The addresses that a feed's document contains. `self` is the address of the document. */
export interface FeedPlace {
  readonly self: string;
  /** The address of the console, to which the feed's entries link, without a slash at the end. */
  readonly console: string;
}

export interface FeedHead {
  /**
   * A name that distinguishes the feeds of a registry. It must never change: the feed's id is made from it.
   */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The path of the console page that shows what the feed is about. */
  readonly page: string;
}

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly link: string;
  readonly at: number;
  readonly html: string;
  readonly categories: readonly string[];
}

/** Gives a feed of applied batches as the text of an Atom document (RFC 4287). */
export function batchFeed(
  head: FeedHead,
  { registry, items }: Announced<BatchAnnouncement>,
  place: FeedPlace,
): string {
  const entries = items.map(({ batch_id, hash, title, applied_at, models, more }): Entry => {
    const lines = models.map((model) => `<li>${modelHtml(model, place)}</li>`);
    const rest = more > 0 ? `<p>and ${more} more ${more === 1 ? 'write' : 'writes'}</p>` : '';
    const nothing = models.length === 0 && more === 0 ? '<p>Every model is as it was before.</p>' : '';
    return {
      id: permanentId(`${registry} batch ${batch_id} ${hash}`),
      title: `${title ?? `Batch ${batch_id}`}${countsOf(models, more)}`,
      link: `${place.console}/review/batches/${batch_id}`,
      at: applied_at,
      html: `${lines.length > 0 ? `<ul>${lines.join('')}</ul>` : ''}${rest}${nothing}`,
      categories: [...new Set(models.map(({ category }) => category))],
    };
  });
  return document(head, registry, entries, place);
}

/** Gives a feed of writes of single models as the text of an Atom document. */
export function writeFeed(
  head: FeedHead,
  { registry, items }: Announced<WriteAnnouncement>,
  place: FeedPlace,
): string {
  const entries = items.map(
    ({ model, at, hash }): Entry => ({
      id: permanentId(hash),
      title: `${model.name} ${model.change}`,
      link: modelLink(model, place),
      at,
      html: `<p>${modelHtml(model, place)}</p>`,
      categories: [model.category],
    }),
  );
  return document(head, registry, entries, place);
}

function document(head: FeedHead, registry: string, entries: readonly Entry[], place: FeedPlace): string {
  const feed = new Feed({
    id: permanentId(`${registry} feed ${head.name}`),
    title: head.title,
    description: head.description,
    link: place.console + head.page,
    feed: place.self,
    // A feed without entries gets a fixed time: with the present one, each request would make another
    // document.
    updated: dateOf(Math.max(0, ...entries.map(({ at }) => at))),
    author: { name: 'modelref' },
    generator: 'modelref',
  });
  for (const { id, title, link, at, html, categories } of entries) {
    feed.addItem({
      id,
      // The library marks titles as HTML.
      title: escaped(title),
      link,
      date: dateOf(at),
      content: html,
      category: categories.map((term) => ({ term })),
    });
  }
  return feed.atom1();
}

/**
 * Gives the id of a feed or an entry: a UUID (RFC 9562, version 8) made from the text `of`. `of` contains
 * hashes of audit events, but not the registry's address or name: these may change, and an id has to stay.
 */
function permanentId(of: string): string {
  const hex = contentHash(`announcement ${of}`);
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  const groups = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ];
  return `urn:uuid:${groups.join('-')}`;
}

const headings = { added: 'Added', changed: 'Changed', removed: 'Removed' } as const;

function modelHtml(model: ModelAnnouncement, place: FeedPlace): string {
  const { category, name, change, what, monthlyUses, askedBy } = model;
  const shown =
    change === 'removed'
      ? escaped(name)
      : `<a href="${escaped(modelLink(model, place))}">${escaped(name)}</a>`;
  const details = what.length > 0 ? `: ${escaped(what.join(', '))}` : '';
  const used =
    monthlyUses === null ? '' : `; used about ${monthlyUses.toLocaleString('en')} times in the last month`;
  const asked =
    askedBy === undefined ? '' : `; asked for by ${askedBy} ${askedBy === 1 ? 'account' : 'accounts'}`;
  return `${headings[change]} ${shown} (${escaped(category)})${details}${used}${asked}`;
}

/** Gives the number of models for each kind of change, with a colon in front: `: 2 added, 1 changed`. */
function countsOf(models: readonly ModelAnnouncement[], more: number): string {
  const counts = Object.keys(headings).flatMap((change) => {
    const count = models.filter((model) => model.change === change).length;
    return count > 0 ? [`${count} ${change}`] : [];
  });
  if (more > 0) counts.push(`${more} more`);
  return counts.length > 0 ? `: ${counts.join(', ')}` : '';
}

function modelLink({ category, name }: ModelAnnouncement, place: FeedPlace): string {
  return `${place.console}/model/${category}?name=${encodeURIComponent(name)}`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Escapes a text for HTML. Replaces characters that XML does not allow (U+FFFF, control characters) with a
 * replacement character.
 */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"]/g, (character) => entities[character]!);
}

function dateOf(seconds: number): Date {
  return new Date(seconds * 1000);
}
