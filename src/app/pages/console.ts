import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../../kernel/escaped-html.ts';
import type { ReadyBody } from '../../kernel/ready-body.ts';
import { contentHash } from '../../records/hash.ts';
import type { AnswerNoSuchPage } from '../../serving/answers/error-handling.ts';
import { sendReady } from '../../serving/answers/send.ts';
import type { RouteContext } from '../../serving/context.ts';
import type { Pages } from '../../serving/routing/resource.ts';

/** The folder of the built console: beside `src/` in a checkout, beside `dist/` in the package. */
const builtConsolePath = fileURLToPath(new URL('../../../console/dist/', import.meta.url));

const htmlType = 'text/html; charset=utf-8';

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
};

/**
 * Returns the content security policy of the console's page. The page may load the service's own files and
 * call its API, but nothing from other hosts. The component library adds `<style>` elements, which need the
 * nonce of this response; other inline styles and inline scripts are blocked.
 */
function createPagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const missingBuildPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>modelref</title></head>
<body>
<h1>The console is not built</h1>
<p>Run <code>npm run console</code> and start the service again. The API works without it: <a href="BASE/docs">BASE/docs</a>.</p>
</body>
</html>
`;

interface BuiltConsole {
  readonly page: string;
  /**
   * The first segments of the paths of the console's pages. The service returns the same HTML page at each of
   * these paths and at all paths below them.
   */
  readonly paths: readonly string[];
  readonly assets: ReadonlyMap<string, { body: ReadyBody; type: string }>;
}

/** Reads the built console into memory, with the compressed files that the build made. */
function readBuild(directory: string): BuiltConsole {
  const assetsFolder = join(directory, 'assets');
  const assets = new Map<string, { body: ReadyBody; type: string }>();
  for (const name of readdirSync(assetsFolder)) {
    const type = mediaTypes[extname(name)];
    if (type === undefined) continue;
    const content = readFileSync(join(assetsFolder, name));
    const body = {
      identity: content,
      etag: contentHash(content),
      gzip: readFileOrNull(join(assetsFolder, `${name}.gz`)),
      brotli: readFileOrNull(join(assetsFolder, `${name}.br`)),
    };
    assets.set(name, { body, type });
  }
  return {
    page: readFileSync(join(directory, 'index.html'), 'utf8'),
    paths: JSON.parse(readFileSync(join(directory, 'paths.json'), 'utf8')) as string[],
    assets,
  };
}

/**
 * Returns a function that returns the built console, or null when it is not built. The function caches the
 * files in memory and reads them again after a new build has replaced `index.html`.
 */
function createBuildReader(directory: string): () => BuiltConsole | null {
  let cachedBuild: { readonly madeAtMs: number; readonly build: BuiltConsole } | undefined;
  return () => {
    const madeAtMs = statSync(join(directory, 'index.html'), { throwIfNoEntry: false })?.mtimeMs;
    if (madeAtMs === undefined) return null;
    if (cachedBuild?.madeAtMs !== madeAtMs) cachedBuild = { madeAtMs, build: readBuild(directory) };
    return cachedBuild.build;
  };
}

function readFileOrNull(path: string): Buffer | null {
  return existsSync(path) ? readFileSync(path) : null;
}

type SendPage = (reply: FastifyReply, status: number) => FastifyReply;

type PageContext = Pick<RouteContext, 'settings' | 'demoAccounts'>;

function createPageSender(template: string, { settings, demoAccounts }: PageContext): SendPage {
  const { basePath, showcaseImages } = settings;
  const page = template
    .replaceAll('%MODELREF_API%', basePath)
    .replaceAll('%MODELREF_PICTURES%', String(showcaseImages))
    .replaceAll('%MODELREF_DEMO%', demoAccounts ? escapeHtml(JSON.stringify(demoAccounts)) : '');
  return (reply, status) => {
    const nonce = randomBytes(16).toString('base64');
    return (
      reply
        .code(status)
        .headers(commonHeaders)
        .header('content-security-policy', createPagePolicy(nonce))
        // A cached page would reuse its nonce.
        .header('cache-control', 'no-store')
        .type(htmlType)
        .send(page.replaceAll('%MODELREF_NONCE%', nonce))
    );
  };
}

export interface ConsolePages extends Pages {
  /** Sends the console's page with status 404. */
  noSuchPage(context: PageContext): AnswerNoSuchPage;
}

/**
 * Serves the built console from a directory: its page at each of its paths, and its assets. Caches may store
 * the assets forever, because their names contain hashes.
 */
export function createConsolePages(directory: string): ConsolePages {
  const readCurrentBuild = createBuildReader(directory);
  return {
    name: 'console',
    noSuchPage: (context) => {
      const { basePath } = context.settings;
      const build = readCurrentBuild();
      if (build === null) return () => null;
      const send = createPageSender(build.page, context);
      const reservedSegments = new Set(['model_references', 'assets', basePath.split('/')[1] ?? '']);
      return ({ method, originalUrl, headers }, reply) => {
        const isPage = method === 'GET' && headers.accept?.includes('text/html') === true;
        const firstSegment = /^\/([^/?]*)/.exec(originalUrl)?.[1] ?? '';
        return isPage && !reservedSegments.has(firstSegment) ? send(reply, 404) : null;
      };
    },
    routes: (context) => async (scope) => {
      const { basePath } = context.settings;
      const build = readCurrentBuild();
      if (build === null) {
        scope.get('/', (_request, reply) =>
          reply
            .code(503)
            .headers(commonHeaders)
            .type(htmlType)
            .send(missingBuildPage.replaceAll('BASE', basePath)),
        );
        return;
      }
      const send = createPageSender(build.page, context);
      const sendPage = (_request: FastifyRequest, reply: FastifyReply) => send(reply, 200);
      scope.get('/', sendPage);
      for (const path of build.paths) {
        scope.get(`/${path}`, sendPage);
        scope.get(`/${path}/*`, sendPage);
      }

      scope.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
        const asset = build.assets.get(request.params.name);
        if (asset === undefined) return reply.callNotFound();
        reply.headers(commonHeaders);
        return sendReady(request, reply, asset.body, 'public, max-age=31536000, immutable', asset.type);
      });
    },
  };
}

export const consolePages = createConsolePages(builtConsolePath);
