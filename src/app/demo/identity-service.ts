import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The accounts of a demo's identity service: each key is an API key, each value the username, as `name#id`.
 */
export type Accounts = Readonly<Record<string, string>>;

export interface IdentityService extends AsyncDisposable {
  /** Base URL, for the setting AUTH_URL. */
  readonly url: string;
}

/**
 * Starts an identity service for a demo, on a free port of this machine's loopback interface. It has one
 * call: `GET /api/v2/find_user` gives the account whose API key the request has. It answers an unknown key,
 * and every other path, with 404.
 */
export async function startIdentityService(accounts: Accounts): Promise<IdentityService> {
  const usernames = new Map(Object.entries(accounts));
  const server = createServer((request, response) => {
    const username = usernames.get(String(request.headers.apikey));
    const [status, body] =
      request.url !== '/api/v2/find_user'
        ? [404, { message: 'There is nothing here' }]
        : username === undefined
          ? [404, { message: 'No user with this API key' }]
          : [200, { username, id: Number(username.split('#').at(-1)) }];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
