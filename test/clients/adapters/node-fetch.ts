import { type ForeignClient, headersOf, parsed } from '../client.ts';

/** With bodies of unknown length, as of a file that is read while it is sent: in chunks. */
export const nodeFetch: ForeignClient = {
  name: 'fetch of Node',
  sends: 'anything',
  async open(origin) {
    return {
      send: async (method, path, { headers, body }) => {
        const text = JSON.stringify(body);
        const answer = await fetch(origin + path, {
          method,
          headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
          ...(body !== undefined && { body: new Blob([text]).stream(), duplex: 'half' }),
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
