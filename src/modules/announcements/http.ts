import { caching } from '../../serving/answers/caching.ts';
import { sendReady } from '../../serving/answers/send.ts';
import { readSentPrefix } from '../../serving/requests/base-path.ts';
import { createAccessCheck, who } from '../../serving/requests/checks.ts';
import { findOwnOrigin } from '../../serving/requests/own-origin.ts';
import type { Pages } from '../../serving/routing/resource.ts';
import type { openAnnouncements } from './module.ts';

/**
 * The Atom feed of applied batches. Programs should read the API's change feed, which contains the records.
 */
export const atomFeed = ({ batchFeed }: ReturnType<typeof openAnnouncements>): Pages => ({
  name: 'atom-feed',
  routes: (context) => async (scope) => {
    const { bridgeConsoleUrl } = context.settings;
    const path = '/feeds/batches.atom';
    scope.addHook('onRequest', createAccessCheck(who.follows, context));
    scope.get(path, async (request, reply) => {
      const origin = findOwnOrigin(request, bridgeConsoleUrl);
      const body = await batchFeed(origin + readSentPrefix(request) + path, bridgeConsoleUrl ?? origin);
      return sendReady(request, reply, body, caching.everyone, 'application/atom+xml; charset=utf-8');
    });
  },
});
