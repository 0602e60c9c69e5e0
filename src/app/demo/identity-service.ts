import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The accounts of a demo. Their keys are public, so they work only on a service that listens on the loopback
 * interface.
 */
export const demoAccounts = [
  { key: 'demo-requestor', username: 'Rita#101', id: '101', may: 'propose changes' },
  { key: 'demo-approver', username: 'Ada#102', id: '102', may: 'propose, review and apply changes' },
  { key: 'demo-user', username: 'Noel#103', id: '103', may: 'read, like everybody' },
] as const;

export interface IdentityService extends AsyncDisposable {
  /** Base URL, for the setting AUTH_URL. */
  readonly url: string;
}

/**
 * Starts an identity service for a demo on a free port of the loopback interface. The only endpoint is
 * `GET /api/v2/find_user`; it returns the account of `demoAccounts` that has the API key of the request.
 * Responds with 404 to unknown keys and to other paths.
 */
export async function startIdentityService(): Promise<IdentityService> {
  const server = createServer((request, response) => {
    const account = demoAccounts.find(({ key }) => key === request.headers.apikey);
    const [status, body] =
      request.url !== '/api/v2/find_user'
        ? [404, { message: 'There is nothing here' }]
        : account === undefined
          ? [404, { message: 'No user with this API key' }]
          : [200, { username: account.username, id: Number(account.id) }];
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
