import type { ReadyBody } from '../../../kernel/ready-body.ts';
import { textGeneration } from '../../../records/categories/text-generation.ts';
import { createModelCaching } from '../../../serving/answers/caching.ts';
import { jsonHeaders } from '../../../serving/answers/json-headers.ts';
import {
  findKnownEtag,
  getRepresentation,
  type Representation,
} from '../../../serving/answers/representation.ts';
import type { AppContext } from '../../../serving/context.ts';
import type { RouteCounter } from '../../../serving/metrics/metrics.ts';
import type { Catalog } from '../catalog.ts';
import type { CategorySnapshot } from '../snapshot.ts';

/**
 * The response body for a read of a category or of a record, and the request counter of the route. Nearly all
 * requests are such reads.
 */
export interface HotRead {
  readonly body: ReadyBody;
  readonly counter: RouteCounter;
}

/**
 * Serves hot reads without `node:http` and the router. The responses are byte-identical to those of
 * `http-v2.ts` and `http-v1.ts`.
 */
export interface HotReads {
  /**
   * Returns the hot read for a URL without a query. Undefined if the router must handle the URL, because it
   * has a trailing slash or an unknown name.
   */
  find(url: string): HotRead | undefined;
  readonly answer: FindReadyAnswer;
  /**
   * Returns the age of a replica's copy, in whole seconds since the replica last confirmed that it matches
   * the primary's data; null at a primary.
   */
  age(): number | null;
}

/**
 * Creates the handler of hot reads. Returns null if the settings require a log line for every request or
 * restrict the allowed hosts.
 */
export function createHotReads({
  allowHost,
  catalog,
  categories,
  metrics,
  replica,
  settings,
  documents = new Map(),
}: Parts & HotReadOptions): HotReads | null {
  if (settings.accessLog === 'all' || allowHost) return null;

  const root = `${settings.basePath}/model_references`;
  const documentReads = new Map(
    Array.from(documents, ([path, body]) => {
      const counter = metrics.route('GET', settings.basePath + path);
      return [path.replace('/model_references/v2/', ''), () => ({ body: body(), counter })] as const;
    }),
  );
  const v2 = createV2Finder(`${root}/v2/`, { catalog, categories, metrics }, documentReads);
  const v1 = createV1Finder(`${root}/v1/`, { catalog, categories, metrics });
  const finders = [...new Set([settings.basePath, ''])].flatMap((base) => [
    { root: `${base}/model_references/v2/`, find: v2 },
    { root: `${base}/model_references/v1/`, find: v1 },
  ]);

  return {
    answer: createReadyAnswers({
      cors: settings.corsAllowedOrigins.length > 0,
      cacheControl: createModelCaching(settings),
    }),
    find(url) {
      if (replica && !replica.hasData()) return undefined;
      for (const { root, find } of finders) {
        if (url.startsWith(root)) return find(url.slice(root.length));
      }
      return undefined;
    },
    age: () => replica?.lagSeconds() ?? null,
  };
}

/**
 * Finds the body and the counter for a URL; undefined if the router must handle it.
 * @param subpath the part of the URL after the root of its API version
 */
type Find = (subpath: string) => HotRead | undefined;

interface Parts extends Pick<AppContext, 'categories' | 'metrics'> {
  readonly catalog: Pick<Catalog, 'snapshot'>;
}

interface HotReadOptions extends Pick<AppContext, 'allowHost' | 'settings'> {
  /** The replica's copy of the data; absent at a primary. */
  readonly replica?: { hasData(): boolean; lagSeconds(): number | null };
  /**
   * Additional v2 documents that are read as often as models, by their paths under the base path. Each
   * function returns the current body. Default: none.
   */
  readonly documents?: ReadonlyMap<string, () => ReadyBody>;
}

function createV2Finder(
  root: string,
  { catalog, categories, metrics }: Parts,
  documents: ReadonlyMap<string, () => HotRead>,
): Find {
  const categoryCounter = metrics.route('GET', `${root}:category`);
  const recordCounter = metrics.route('GET', `${root}:category/model/*`);
  const snapshotOf = (name: string) => (categories.find(name) ? catalog.snapshot('v2', name) : undefined);

  return (subpath) => {
    const end = subpath.indexOf('/');
    if (end === -1) return bodyOf(snapshotOf(subpath), categoryCounter);
    if (!subpath.startsWith(modelPathPart, end) || nameEnd.test(subpath)) return documents.get(subpath)?.();
    const name = decodeName(subpath.slice(end + modelPathPart.length));
    const record = name === undefined ? undefined : snapshotOf(subpath.slice(0, end))?.get(name);
    return record && { body: record.body, counter: recordCounter };
  };
}

function createV1Finder(root: string, { catalog, categories, metrics }: Parts): Find {
  const categoryCounter = metrics.route('GET', `${root}:category`);
  const textCounter = metrics.route('GET', root + textGeneration.name);
  const counterOf = (subpath: string) => (subpath === textGeneration.name ? textCounter : categoryCounter);
  return (subpath) => {
    const category = categories.findLegacy(subpath);
    if (category === undefined || category.managedElsewhere) return undefined;
    return bodyOf(catalog.snapshot('legacy', category.name), counterOf(subpath));
  };
}

function bodyOf(snapshot: CategorySnapshot | undefined, counter: RouteCounter): HotRead | undefined {
  return snapshot && snapshot.size > 0 ? { body: snapshot.body, counter } : undefined;
}

const modelPathPart = '/model/';
/** Matches the characters that cannot be part of a name in a URL: an unencoded `#`, and a trailing slash. */
const nameEnd = /#|\/$/;

function decodeName(name: string): string | undefined {
  if (!name.includes('%')) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

/** A response to a hot read, with prepared headers. */
export interface ReadyAnswer {
  readonly status: 200 | 304;
  /** Header lines, each with its CRLF. Excludes `Age`, `Date` and the connection headers. */
  readonly headerLines: string;
  /** Null if the status is 304. */
  readonly bytes: Buffer | null;
}

/**
 * Returns the response to a read of `body`: in an encoding accepted by the client, or with status 304 if the
 * client already has the body (`If-None-Match`). `sendReady` does the same for the routes.
 */
type FindReadyAnswer = (
  body: ReadyBody,
  acceptEncoding: string | undefined,
  ifNoneMatch: string | undefined,
) => ReadyAnswer;

interface ReadyAnswersOptions {
  /**
   * Whether the service allows other origins. Responses then include `Origin` in `Vary`, because a request
   * with an `Origin` gets a different response and is never a hot read.
   */
  readonly cors: boolean;
  readonly cacheControl: string;
}

const jsonLines = linesOf(jsonHeaders);

export function createReadyAnswers({ cors, cacheControl }: ReadyAnswersOptions): FindReadyAnswer {
  const sharedLines = `cache-control: ${cacheControl}\r\nvary: ${cors ? 'Origin, ' : ''}Accept-Encoding\r\n`;
  const answersByRepresentation = new WeakMap<
    Representation,
    { found: ReadyAnswer; unchanged: ReadyAnswer }
  >();

  const createUnchangedAnswer = (etag: string): ReadyAnswer => ({
    status: 304,
    headerLines: `${sharedLines}etag: ${etag}\r\n`,
    bytes: null,
  });

  const answersOf = (representation: Representation) => {
    const cachedAnswers = answersByRepresentation.get(representation);
    if (cachedAnswers) return cachedAnswers;
    const { bytes, digest, encoding, etag } = representation;
    let headerLines = `${sharedLines}etag: ${etag}\r\nrepr-digest: ${digest}\r\n${jsonLines}`;
    if (encoding !== 'identity') headerLines += `content-encoding: ${encoding}\r\n`;
    headerLines += `content-length: ${bytes.length}\r\n`;
    const answers = {
      found: { status: 200, headerLines, bytes } as const,
      unchanged: createUnchangedAnswer(etag),
    };
    answersByRepresentation.set(representation, answers);
    return answers;
  };

  return (body, acceptEncoding, ifNoneMatch) => {
    const representation = getRepresentation(body, acceptEncoding);
    if (ifNoneMatch === undefined) return answersOf(representation).found;
    const conditional = { 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch };
    const clientEtag = findKnownEtag(body, representation, conditional);
    if (clientEtag === null) return answersOf(representation).found;
    return clientEtag === representation.etag
      ? answersOf(representation).unchanged
      : createUnchangedAnswer(clientEtag);
  };
}

function linesOf(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}
