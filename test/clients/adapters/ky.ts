import ky from 'ky';
import { type ForeignClient, headersOf, parsed } from '../client.ts';

export const kyClient: ForeignClient = {
  name: 'ky',
  sends: 'anything',
  async open(origin) {
    const client = ky.create({ throwHttpErrors: false, retry: 0 });
    return {
      send: async (method, path, { headers, body }) => {
        const answer = await client(origin + path, {
          method,
          headers,
          ...(body !== undefined && { json: body }),
        });
        return {
          status: answer.status,
          headers: headersOf(answer.headers),
          body: parsed(await answer.text()),
        };
      },
    };
  },
};
