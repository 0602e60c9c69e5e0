import axios from 'axios';
import { got, type Method } from 'got';
import ky from 'ky';
import superagent from 'superagent';
import { type Answer, type ForeignClient, headersOf, parsed, type Sent } from '../client.ts';

type SendTo = (method: string, url: string, sent: Sent) => Promise<Answer>;

const library = (name: string, send: SendTo): ForeignClient => ({
  name,
  sends: 'anything',
  open: async (origin) => ({ send: (method, path, sent) => send(method, origin + path, sent) }),
});

const answerOf = async (answer: Response): Promise<Answer> => ({
  status: answer.status,
  headers: headersOf(answer.headers),
  body: parsed(await answer.text()),
});

export const nodeLibraries: readonly ForeignClient[] = [
  // With bodies of unknown length, as of a file that is read while it is sent: in chunks.
  library('fetch of Node', async (method, url, { headers, body }) => {
    const json = { 'content-type': 'application/json', ...headers };
    const chunks = {
      headers: json,
      body: new Blob([JSON.stringify(body)]).stream(),
      duplex: 'half',
    } as const;
    return answerOf(await fetch(url, { method, headers, ...(body !== undefined && chunks) }));
  }),
  library('axios', async (method, url, { headers, body }) => {
    const options = { method, url, headers: { ...headers }, data: body, validateStatus: () => true };
    const answer = await axios.request(options);
    return {
      status: answer.status,
      headers: headersOf(Object.entries(answer.headers)),
      body: answer.data === '' ? null : answer.data,
    };
  }),
  library('got', async (method, url, { headers, body }) => {
    const answer = await got(url, {
      ...{ method: method as Method, headers: { ...headers }, ...(body !== undefined && { json: body }) },
      ...{ throwHttpErrors: false, retry: { limit: 0 } },
    });
    return {
      status: answer.statusCode,
      headers: headersOf(Object.entries(answer.headers)),
      body: parsed(answer.body),
    };
  }),
  library('ky', async (method, url, { headers, body }) => {
    const json = body !== undefined && { json: body };
    return answerOf(await ky(url, { method, headers, ...json, throwHttpErrors: false, retry: 0 }));
  }),
  library('superagent', async (method, url, { headers, body }) => {
    const request = superagent(method, url)
      .ok(() => true)
      .set({ ...headers });
    // An object it serialises only when it knows the type.
    const given = headers['content-type'] !== undefined && body !== undefined;
    const answer = await request.send(given ? JSON.stringify(body) : (body as object));
    return {
      status: answer.status,
      headers: headersOf(Object.entries(answer.headers)),
      body: parsed(answer.text ?? ''),
    };
  }),
];
