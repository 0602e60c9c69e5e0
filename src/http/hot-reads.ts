import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { findCategory } from '../registry/categories/index.ts';
import type { ReadyBody } from '../services/ready-body.ts';
import type { AppContext } from './context.ts';
import type { RouteCounter } from './metrics.ts';
import { knownEtag, type Representation, representationOf } from './representation.ts';
import { json, recordCaching } from './send.ts';

/** Answers a request, or says false and leaves it to the router. */
type Answerer = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * A way past the router for what nearly every request asks for: a stored category or record by its plain URL. Its answers are
 * those of `routes/v2-reads.ts`, byte for byte; everything else (a query, a trailing slash, a name that is not there …) it leaves to that.
 * The routes alone cost a tenth more than a server that only sends the bytes; this costs as much as that.
 *
 * Null where each request needs more than its bytes: a log line, CORS headers, a replica's age.
 */
export function hotReads({
  catalog,
  freshness,
  metrics,
  settings,
}: Pick<AppContext, 'catalog' | 'freshness' | 'metrics' | 'settings'>): Answerer | null {
  const { accessLog, corsAllowedOrigins, replicateMode } = settings;
  if (accessLog === 'all' || corsAllowedOrigins.length > 0 || replicateMode === 'REPLICA') return null;
  const roots = [...new Set([settings.basePath, ''])].map((base) => {
    const root = `${base}/model_references/v2/`;
    return {
      root,
      categories: metrics.route('GET', `${root}:category`),
      records: metrics.route('GET', `${root}:category/model/*`),
    };
  });

  return (request, response) => {
    const { method, url = '' } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    for (const { root, categories, records } of roots) {
      if (!url.startsWith(root)) continue;
      const end = url.indexOf('/', root.length);
      return end === -1
        ? send(request, response, category(url.slice(root.length))?.body, categories)
        : send(request, response, record(url.slice(root.length, end), url.slice(end)), records);
    }
    return false;
  };

  function category(name: string) {
    if (findCategory(name) === undefined || freshness?.check()) return undefined;
    const snapshot = catalog.snapshot('v2', name);
    return snapshot.records.length > 0 ? snapshot : undefined;
  }

  function record(categoryName: string, rest: string): ReadyBody | undefined {
    if (!rest.startsWith(beforeName) || endsName.test(rest)) return undefined;
    const name = decoded(rest.slice(beforeName.length));
    return name === undefined ? undefined : category(categoryName)?.get(name)?.body;
  }
}

const beforeName = '/model/';
/** What the router takes for no part of a name, as long as it is not encoded. */
const endsName = /[?#]|\/$/;

function decoded(name: string): string | undefined {
  if (!name.includes('%')) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

function send(
  { headers }: IncomingMessage,
  response: ServerResponse,
  body: ReadyBody | undefined,
  counter: RouteCounter,
): boolean {
  if (body === undefined) return false;
  const representation = representationOf(body, headers['accept-encoding']);
  const known = knownEtag(headers['if-none-match'], body, representation);
  if (known === null) {
    response.writeHead(200, headersOf(representation).found).end(representation.bytes);
    counter.count(200);
  } else {
    const { unchanged } = headersOf(representation);
    response.writeHead(304, known === representation.etag ? unchanged : unchangedHeaders(known)).end();
    counter.count(304);
  }
  return true;
}

/** Name, value, name, value …, as `writeHead` takes them. */
type HeaderList = string[];

const shared: HeaderList = ['cache-control', recordCaching, 'vary', 'Accept-Encoding'];

const prepared = new WeakMap<Representation, { found: HeaderList; unchanged: HeaderList }>();

/** The headers of both answers, made once. */
function headersOf(representation: Representation) {
  const ready = prepared.get(representation);
  if (ready) return ready;
  const { bytes, encoding, etag } = representation;
  const found = [...shared, 'etag', etag, 'content-type', json];
  if (encoding !== 'identity') found.push('content-encoding', encoding);
  found.push('content-length', String(bytes.length));
  const made = { found, unchanged: unchangedHeaders(etag) };
  prepared.set(representation, made);
  return made;
}

function unchangedHeaders(etag: string): HeaderList {
  return [...shared, 'etag', etag];
}

/** Asks `answer` before the router, until the service stops: then it is the router that tells clients to connect elsewhere. */
export function answerBeforeRouting(server: FastifyInstance, answer: Answerer): void {
  const routed = server.server.listeners('request') as RequestListener[];
  let stopping = false;
  server.addHook('preClose', async () => {
    stopping = true;
  });
  server.server.removeAllListeners('request');
  server.server.on('request', (request, response) => {
    if (!stopping && answer(request, response)) return;
    for (const listener of routed) listener(request, response);
  });
}
