import { type Agent, request } from 'node:http';

/**
 * The body of an answer, byte for byte as the server sent it (`fetch` decompresses bodies), and the headers
 * with which a yardstick server sends the same body.
 */
export interface Sent {
  readonly body: Buffer;
  readonly headers: Record<string, string>;
}

const kept = ['content-type', 'etag', 'cache-control', 'vary', 'content-encoding'];

/** Gives the raw answer to a GET request; rejects when there is none, or its status is not 200. */
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
