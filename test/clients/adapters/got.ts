import { got, type Method } from 'got';
import { type ForeignClient, headersOf, parsed } from '../client.ts';

export const gotClient: ForeignClient = {
  name: 'got',
  sends: 'anything',
  async open(origin) {
    const client = got.extend({ throwHttpErrors: false, retry: { limit: 0 } });
    return {
      send: async (method, path, { headers, body }) => {
        const answer = await client(origin + path, {
          method: method as Method,
          headers: { ...headers },
          ...(body !== undefined && { json: body }),
        });
        return {
          status: answer.statusCode,
          headers: headersOf(Object.entries(answer.headers)),
          body: parsed(answer.body),
        };
      },
    };
  },
};
