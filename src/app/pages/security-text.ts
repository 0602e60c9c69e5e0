import { caching } from '../../serving/answers/caching.ts';
import type { Pages } from '../../serving/routing/resource.ts';

/** Number of seconds from an answer to the `Expires` date in it. RFC 9116 recommends less than a year. */
const validFor = 180 * 24 * 3600;

/** `/.well-known/security.txt` (RFC 9116): tells people where to report weaknesses of this deployment. */
export const securityText: Pages = {
  name: 'security.txt',
  routes:
    ({ settings, clock }) =>
    async (scope) => {
      const { securityContact } = settings;
      if (securityContact === null) return;
      scope.get('/.well-known/security.txt', (_request, reply) => {
        const expires = new Date((clock.now() + validFor) * 1000).toISOString();
        reply.type('text/plain; charset=utf-8').header('cache-control', caching.nobody);
        return reply.send(`Contact: ${securityContact}\nExpires: ${expires}\nPreferred-Languages: en\n`);
      });
    },
};
