import type { FastifyRequest } from 'fastify';
import { createBody, type ReadyBody } from '../../kernel/ready-body.ts';
import { jsonContentType } from '../../serving/answers/json-headers.ts';
import { sendReady } from '../../serving/answers/send.ts';
import { readPackageFile } from '../../serving/openapi/package-files.ts';
import { createBodyByPrefix } from '../../serving/requests/base-path.ts';
import type { Pages } from '../../serving/routing/resource.ts';

/**
 * The content security policy of the pages of Swagger UI and OpenAPI Explorer. They load files only from this
 * service. Inline styles are allowed, because both libraries write style elements.
 */
const pagePolicy = [
  "default-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
].join('; ');

const pageHeaders = {
  'content-security-policy': pagePolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
};

/**
 * Returns the HTML page of Swagger UI or OpenAPI Explorer. The page loads its scripts and styles from paths
 * below its own path, because a proxy may forward only requests below that path.
 */
const renderPage = (base: string, head: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Model Reference Registry: API</title>
<style>
  body { margin: 0; font-family: system-ui, sans-serif; }
  nav { padding: 0.75rem 1.25rem; }
  @media (prefers-color-scheme: dark) {
    :root { color-scheme: dark; }
    body { background: #1c2022; }
    nav a { color: #8ab4f8; }
    /* OpenAPI Explorer has no dark colors of its own. */
    openapi-explorer { filter: invert(0.88) hue-rotate(180deg); }
  }
</style>
${head}</head>
<body>
<nav><a href="${base}/../">Back to the registry</a></nav>
${body}</body>
</html>
`;

/** OpenAPI Explorer shows one operation at a time. Requests are sent from the Swagger UI page. */
const renderExplorerPage = (base: string) =>
  renderPage(
    base,
    '',
    `<openapi-explorer spec-url="${base}/openapi.json" collapse="true" schema-expand-level="2"
  hide-authentication="true" hide-console="true" hide-server-selection="true"></openapi-explorer>
<script src="${base}/redoc/openapi-explorer.js"></script>
`,
  );

const renderSwaggerPage = (base: string) =>
  renderPage(
    base,
    `<link rel="stylesheet" href="${base}/docs/swagger-ui.css">\n`,
    `<div id="swagger-ui"></div>
<script src="${base}/docs/swagger-ui-bundle.js"></script>
<script src="${base}/docs/start.js"></script>
`,
  );

const renderSwaggerStart = (
  base: string,
) => `document.documentElement.classList.toggle('dark-mode', matchMedia('(prefers-color-scheme: dark)').matches);
SwaggerUIBundle({
  url: '${base}/docs/json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  docExpansion: 'none',
  persistAuthorization: false,
  validatorUrl: null,
});
`;

/**
 * Returns a function that returns a file of an npm package. The first call reads the file and caches it in
 * memory. Files are read on demand, because they are large and rarely requested.
 */
function createPackageFileReader(path: Parameters<typeof readPackageFile>[0]): () => Promise<ReadyBody> {
  let body: Promise<ReadyBody> | undefined;
  return () => {
    body ??= readPackageFile(path).then((text) => createBody(text));
    return body;
  };
}

const readExplorerBundle = createPackageFileReader('openapi-explorer/dist/browser/openapi-explorer.min.js');
const swaggerBundle = createPackageFileReader('@fastify/swagger-ui/static/swagger-ui-bundle.js');
const swaggerStyle = createPackageFileReader('@fastify/swagger-ui/static/swagger-ui.css');

/** The OpenAPI document, and two pages that show it in a browser without internet access. */
export const docs: Pages = {
  name: 'docs',
  routes: (context) => async (scope) => {
    const htmlType = 'text/html; charset=utf-8';
    const scriptType = 'text/javascript; charset=utf-8';
    const styleType = 'text/css; charset=utf-8';

    file('/openapi.json', jsonContentType, context.openApi);

    file('/redoc', htmlType, createBodyByPrefix(renderExplorerPage));
    file('/redoc/openapi-explorer.js', scriptType, readExplorerBundle);

    file('/docs', htmlType, createBodyByPrefix(renderSwaggerPage));
    file('/docs/start.js', scriptType, createBodyByPrefix(renderSwaggerStart));
    file('/docs/swagger-ui.css', styleType, swaggerStyle);
    file('/docs/swagger-ui-bundle.js', scriptType, swaggerBundle);
    file('/docs/json', jsonContentType, context.openApi);

    function file(
      path: string,
      type: string,
      body: (request: FastifyRequest) => ReadyBody | Promise<ReadyBody>,
    ): void {
      scope.get(path, async (request, reply) => {
        reply.headers(pageHeaders);
        return sendReady(request, reply, await body(request), 'public, max-age=300', type);
      });
    }
  },
};
