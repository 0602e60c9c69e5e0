import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type ReadyBody, readyBody } from '../../kernel/ready-body.ts';
import { categories } from '../../records/categories/index.ts';
import { caching } from '../../serving/answers/caching.ts';
import { sendReady } from '../../serving/answers/send.ts';
import type { RouteContext } from '../../serving/context.ts';
import { checkOf, who } from '../../serving/requests/checks.ts';
import { ownOrigin } from '../../serving/requests/own-origin.ts';
import type { Pages } from '../../serving/routing/resource.ts';
import type { Announced, Announcements } from './announcements.ts';
import { batchFeed, type FeedHead, type FeedPlace, writeFeed } from './atom-feed.ts';

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
      write: (head: FeedHead, announced: Announced<T>, place: FeedPlace) => string,
    ): void {
      const path = `/feeds/${head.name}.atom`;
      scope.get(path, async (request, reply) => {
        const announced = await read();
        const place = placeOf(request, context, scope.prefix + path);
        const kept = bodies.get(place.self);
        const body = kept?.of === announced ? kept.body : readyBody(write(head, announced, place));
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
