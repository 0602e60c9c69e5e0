import { type Agent, request } from 'node:http';

/**
 * An answer of the service, for a yardstick server to send again. `body` has the bytes as they were sent,
 * still compressed. `headers` has only those headers that the yardstick server sends too.
 */
export interface Sent {
  readonly body: Buffer;
  readonly headers: Record<string, string>;
}

const kept = ['content-type', 'etag', 'cache-control', 'vary', 'content-encoding'];

/**
 * Sends a GET request and gives the answer still compressed (`fetch` would decompress it). Rejects when
 * there is no answer, or when its status is not 200.
 */
export function rawGet(url: string, headers: Record<string, string>, agent?: Agent): Promise<Sent> {
  return new Promise((resolve, reject) => {
    request(url, { headers, ...(agent && { agent }) }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        if (response.statusCode !== 200) {
          reject(new Error(`${url}: ${response.statusCode}`));
          return;
        }
        const entries = kept.flatMap((name) => {
          const value = response.headers[name];
          return typeof value === 'string' ? [[name, value] as const] : [];
        });
        resolve({ body: Buffer.concat(chunks), headers: Object.fromEntries(entries) });
      });
    })
      .on('error', reject)
      .end();
  });
}
