import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type ReadyBody, readyBody } from '../../kernel/ready-body.ts';
import { categories } from '../../records/categories/index.ts';
import { contentHash } from '../../records/hash.ts';
import { caching } from '../../serving/answers/caching.ts';
import { sendReady } from '../../serving/answers/send.ts';
import type { RouteContext } from '../../serving/context.ts';
import { checkOf, who } from '../../serving/requests/checks.ts';
import { ownOrigin } from '../../serving/requests/own-origin.ts';
import type { Pages } from '../../serving/routing/resource.ts';
import type {
  Announced,
  Announcements,
  BatchAnnouncement,
  ModelAnnouncement,
  WriteAnnouncement,
} from './announcements.ts';

declare module '../../serving/context.ts' {
  interface AppContext {
    readonly announcements: Announcements;
  }
}

const contentType = 'application/atom+xml; charset=utf-8';
/**
 * Largest number of feed documents in memory. A feed has one document for each address under which people
 * read it.
 */
const keptDocuments = 64;

const batches: FeedHead = {
  name: 'batches',
  title: 'Applied batches',
  description: 'What was approved and is live, batch by batch.',
  page: '/review/batches',
};

const newModels: FeedHead = {
  name: 'new-models',
  title: 'New models',
  description: 'Models that the registry did not have before.',
  page: '/',
};

const ofCategory = (category: string): FeedHead => ({
  name: category,
  title: `Models of ${category}`,
  description: 'What was added, changed and removed.',
  page: `/browse/${category}`,
});

/**
 * Atom feeds for feed readers. Programs should read the change feed of the API instead, which contains the
 * records.
 */
export const atomFeeds: Pages = {
  name: 'atom-feeds',
  routes: (context) => async (scope) => {
    const { announcements } = context;
    const bodies = new LRUCache<string, { of: unknown; body: ReadyBody }>({ max: keptDocuments });
    scope.addHook('onRequest', checkOf(who.follows, context));

    serve(batches, () => announcements.batches(), batchFeed);
    serve(newModels, () => announcements.newModels(), writeFeed);
    for (const { name } of categories) {
      serve(ofCategory(name), () => announcements.ofCategory(name), writeFeed);
    }

    function serve<T>(
      head: FeedHead,
      read: () => Promise<Announced<T>>,
      write: (head: FeedHead, announced: Announced<T>, place: FeedPlace) => Promise<string>,
    ): void {
      const path = `/feeds/${head.name}.atom`;
      scope.get(path, async (request, reply) => {
        const announced = await read();
        const place = placeOf(request, context, scope.prefix + path);
        const kept = bodies.get(place.self);
        const body = kept?.of === announced ? kept.body : readyBody(await write(head, announced, place));
        if (body !== kept?.body) bodies.set(place.self, { of: announced, body });
        return sendReady(request, reply, body, caching.everyone, contentType);
      });
    }
  },
};

function placeOf(request: FastifyRequest, { settings }: RouteContext, path: string): FeedPlace {
  const origin = ownOrigin(request, settings.bridgeConsoleUrl);
  return { self: origin + path, console: settings.bridgeConsoleUrl ?? origin };
}

/** The addresses that a feed's document contains. `self` is the address of the document. */
interface FeedPlace {
  readonly self: string;
  /** The address of the console, to which the feed's entries link, without a slash at the end. */
  readonly console: string;
}

interface FeedHead {
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
function batchFeed(
  head: FeedHead,
  { registry, items }: Announced<BatchAnnouncement>,
  place: FeedPlace,
): Promise<string> {
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
function writeFeed(
  head: FeedHead,
  { registry, items }: Announced<WriteAnnouncement>,
  place: FeedPlace,
): Promise<string> {
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

async function document(
  head: FeedHead,
  registry: string,
  entries: readonly Entry[],
  place: FeedPlace,
): Promise<string> {
  // Loaded here: many registries have no readers of feeds.
  const { Feed } = await import('feed');
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
