import superagent from 'superagent';
import { type ForeignClient, headersOf, parsed } from '../client.ts';

export const superagentClient: ForeignClient = {
  name: 'superagent',
  sends: 'anything',
  async open(origin) {
    return {
      send: async (method, path, { headers, body }) => {
        const request = superagent(method, origin + path)
          .ok(() => true)
          .set({ ...headers });
        // An object it serialises only when it knows the type.
        const given = headers['content-type'] !== undefined && body !== undefined;
        const answer = await (given ? request.send(JSON.stringify(body)) : request.send(body as object));
        return {
          status: answer.status,
          headers: headersOf(Object.entries(answer.headers)),
          body: parsed(answer.text ?? ''),
        };
      },
    };
  },
};
