import axios from 'axios';
import { type ForeignClient, headersOf } from '../client.ts';

export const axiosClient: ForeignClient = {
  name: 'axios',
  sends: 'anything',
  async open(origin) {
    const client = axios.create({ baseURL: origin, validateStatus: () => true });
    return {
      send: async (method, url, { headers, body }) => {
        const answer = await client.request({ method, url, headers: { ...headers }, data: body });
        return {
          status: answer.status,
          headers: headersOf(Object.entries(answer.headers)),
          body: answer.data === '' ? null : answer.data,
        };
      },
    };
  },
};
