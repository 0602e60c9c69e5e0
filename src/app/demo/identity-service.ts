import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Accounts of a stand-in identity service: API key → username `name#id`. */
export type Accounts = Readonly<Record<string, string>>;

export interface IdentityService extends AsyncDisposable {
  /** Base URL, for the setting AUTH_URL. */
  readonly url: string;
}

/** Answers `GET /api/v2/find_user` for a fixed set of accounts, on a free port of the loopback interface. */
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
