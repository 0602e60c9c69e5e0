import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that answers as a registry with these records, whatever they are. */
export interface ServedRecords extends AsyncDisposable {
  readonly url: string;
  /** By category and name. */
  records: Record<string, Record<string, object>>;
  /** The body of every answer, in place of records. */
  text?: string | undefined;
  /** The body of the list of most used models, in place of none. */
  popular?: string;
  /** Categories whose answers end in the middle. */
  readonly cut: Set<string>;
}

export async function serveRecords(): Promise<ServedRecords> {
  const server = createServer((request, response) => {
    const [, category = '', rest = ''] = /\/v2\/([^/?]+)(.*)$/.exec(String(request.url)) ?? [];
    const answer = (value: unknown) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const body = served.text ?? JSON.stringify(value);
      if (!served.cut.has(category)) return void response.end(body);
      response.write(body.slice(0, body.length / 2), () => response.destroy());
    };
    if (rest.startsWith('/popular')) return void response.end(served.popular ?? '[]');
    if (served.records[category]) return answer(served.records[category]);
    answer(Object.keys(served.records));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const served: ServedRecords = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    records: {},
    cut: new Set(),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return served;
}
