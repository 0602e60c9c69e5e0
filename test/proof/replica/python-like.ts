import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { freePort } from '../../support/free-port.ts';

type Body = Record<string, unknown>;

/**
 * A primary without a feed, as the Python service is: indented JSON, 404 where there is nothing, ETags only
 * if a proxy in front of it adds them.
 */
export interface PythonLike extends AsyncDisposable {
  readonly url: string;
  /** The bodies by path, `v1/clip`. Other paths answer 404. */
  readonly views: Map<string, Body>;
  etags: boolean;
  /** Blanks by which the JSON is indented. */
  indent: number;
  canonicalFormat: 'v2' | 'legacy' | null;
  /** Answers in its place what is given for a path. */
  readonly broken: Map<string, { readonly status: number; readonly text: string }>;
  /** Requests so far, `GET v1/clip` with the status that was answered. */
  readonly answered: string[];
}

const prefix = '/api/model_references/';

export async function startPythonLike(): Promise<PythonLike> {
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const path = String(request.url).replace(prefix, '').replace(/\?.*/, '');
    const send = (status: number, text: string, headers: Record<string, string> = {}): void => {
      python.answered.push(`${path} ${status}`);
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
    };
    const sendView = (view: Body): void => {
      const text = JSON.stringify(view, null, python.indent);
      const etag = `"${createHash('md5').update(text).digest('hex')}"`;
      if (!python.etags) send(200, text);
      else if (request.headers['if-none-match'] === etag) send(304, '', { etag });
      else send(200, text, { etag });
    };
    const broken = python.broken.get(path);
    const view = python.views.get(path);
    if (broken) send(broken.status, broken.text);
    else if (path === '/api/replicate_mode' && python.canonicalFormat)
      send(200, JSON.stringify({ canonical_format: python.canonicalFormat }));
    else if (view) sendView(view);
    else send(404, JSON.stringify({ detail: `Model category '${path}' not found` }));
  };
  const server = createServer(answer);
  // Another service may take its place later.
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const python: PythonLike = {
    url: `http://127.0.0.1:${port}/api`,
    views: new Map(),
    etags: false,
    indent: 4,
    canonicalFormat: 'v2',
    broken: new Map(),
    answered: [],
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return python;
}
