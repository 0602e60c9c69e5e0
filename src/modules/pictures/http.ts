import type { z } from 'zod';
import { laxObject, laxString, queryValue } from '../../records/lax.ts';
import { parseQuery } from '../../serving/requests/query.ts';
import type { Pages } from '../../serving/routing/resource.ts';
import type { openPictures } from './module.ts';

const createTextSchema = () => queryValue(laxString({ max: 2_000 }));
const pictureQuery = laxObject({
  category: createTextSchema(),
  name: createTextSchema(),
  address: createTextSchema(),
}) satisfies z.ZodType;

/** Small copies of showcase pictures, for the console. */
export const pictures = (services: ReturnType<typeof openPictures>): Pages => ({
  name: 'pictures',
  routes: () => async (scope) => {
    scope.get('/pictures', async (request, reply) => {
      const { category, name, address } = parseQuery(pictureQuery, request);
      const { webp, etag } = await services.pictures.get(category, name, address);
      // The picture's address is part of the URL, so a record with another picture has another URL.
      reply
        .headers({ 'cache-control': 'public, max-age=86400', etag })
        .headers({ 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'" });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type('image/webp').send(webp);
    });
  },
});
