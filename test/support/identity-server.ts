import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * API keys, named after the roles of their users. The fake identity service knows all of them but `unknown`.
 */
export const keys = {
  requestor: 'key-of-a-requestor',
  approver: 'key-of-an-approver',
  nobody: 'key-without-a-role',
  anonymous: '0000000000',
  unknown: 'key-that-nobody-has',
} as const;

/**
 * The users that the fake identity service gives for the keys, by the key's name. Tests put `requestor` and
 * `approver` on the allowlists.
 */
export const users = {
  requestor: { id: '101', username: 'Rita#101' },
  approver: { id: '102', username: 'Ada#with#hashes#102' },
  nobody: { id: '103', username: 'Noel#103' },
  anonymous: { id: '0', username: 'Anonymous#0' },
} as const;

/** How the service answers. `silent` never answers. */
type IdentityMood = 'well' | 'error' | 'overloaded' | 'not json' | 'silent';

export interface IdentityServer {
  /** The base URL of `/v2/find_user`. */
  readonly url: string;
  mood: IdentityMood;
  readonly lookups: number;
  close(): Promise<void>;
}

/** Starts an identity service on loopback that speaks the AI-Horde's protocol. */
export async function startIdentityServer(): Promise<IdentityServer> {
  const state: { mood: IdentityMood; lookups: number } = { mood: 'well', lookups: 0 };
  const server = createServer((request, response) => {
    state.lookups += 1;
    if (state.mood === 'silent') return;
    const [status, body] = answerTo(String(request.url), String(request.headers.apikey ?? ''), state.mood);
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api`,
    get mood() {
      return state.mood;
    },
    set mood(mood) {
      state.mood = mood;
    },
    get lookups() {
      return state.lookups;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answerTo(url: string, key: string, mood: IdentityMood): [status: number, body: string] {
  if (mood === 'error') return [500, '{"message":"Internal Server Error"}'];
  if (mood === 'overloaded') return [429, '{"message":"10 per 1 minute"}'];
  if (mood === 'not json') return [200, '<html>'];
  if (url !== '/api/v2/find_user') return [404, '{"message":"Not found"}'];
  const who = Object.entries(keys).find(([, known]) => known === key)?.[0];
  const user = users[who as keyof typeof users];
  if (!user) return [401, '{"message":"No user matching sent API Key"}'];
  return [200, JSON.stringify({ username: user.username, id: Number(user.id), kudos: 0 })];
}
