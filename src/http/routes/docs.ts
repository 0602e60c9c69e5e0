import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import swaggerUi from '@fastify/swagger-ui';
import { type ReadyBody, readyBody } from '../../services/ready-body.ts';
import type { Resource } from '../resource.ts';
import { json, sendReady } from '../send.ts';

/** Pages may load from this service only; both libraries write style elements. */
const pagePolicy = [
  "default-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "worker-src 'self' blob:",
].join('; ');

const pageHeaders = {
  'content-security-policy': pagePolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
};

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Model Reference Registry: API</title>
<style>body { margin: 0; }</style>
</head>
<body>
<div id="redoc"></div>
<script src="BASE/redoc/redoc.js"></script>
<script src="BASE/redoc/start.js"></script>
</body>
</html>
`;

/** Search runs in a worker made from a blob, which the policy allows; the page asks nobody else for anything. */
const start = (base: string) =>
  `Redoc.init('${base}/openapi.json', { nativeScrollbars: true }, document.getElementById('redoc'));\n`;

let bundle: ReadyBody | undefined;

/** A megabyte, read when it is first asked for. It shows its maker's logo from a CDN; given an image that cannot load, it shows none. */
function redocBundle(): ReadyBody {
  if (bundle) return bundle;
  const file = createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js');
  const logo = 'https://cdn.redoc.ly/redoc/logo-mini.svg';
  bundle = readyBody(readFileSync(file, 'utf8').replaceAll(logo, 'data:,'));
  return bundle;
}

/** The document, and two ways to read it in a browser without the internet. */
export const docs: Resource = {
  name: 'docs',
  operations: [],
  routes: (context) => async (scope) => {
    const base = scope.prefix;
    const html = 'text/html; charset=utf-8';
    const script = 'text/javascript; charset=utf-8';
    const document = readyBody(JSON.stringify(context.openApiDocument));
    const redocPage = readyBody(page.replaceAll('BASE', base));
    const redocStart = readyBody(start(base));

    file('/openapi.json', json, () => document);
    file('/redoc', html, () => redocPage);
    file('/redoc/start.js', script, () => redocStart);
    file('/redoc/redoc.js', script, redocBundle);

    function file(path: string, type: string, body: () => ReadyBody): void {
      scope.get(path, (request, reply) => {
        reply.headers(pageHeaders);
        return sendReady(request, reply, body(), type, 'public, max-age=300');
      });
    }

    scope.register(async (pages) => {
      pages.addHook('onSend', async (_request, reply) => {
        reply.headers(pageHeaders);
      });
      await pages.register(swaggerUi, {
        routePrefix: '/docs',
        // The library's own addresses leave out the prefix of the scope that it is registered in.
        indexPrefix: base,
        uiConfig: { docExpansion: 'none', persistAuthorization: false },
        theme: { title: 'Model Reference Registry: API' },
      });
    });
  },
};
