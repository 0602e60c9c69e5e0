import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Files that the documentation's pages load, by their paths in `node_modules`. `npm run build` copies them
 * next to the built service, so that the published package needs only these files and not their packages.
 */
export const packageFiles = [
  'openapi-explorer/dist/browser/openapi-explorer.min.js',
  '@fastify/swagger-ui/static/swagger-ui-bundle.js',
  '@fastify/swagger-ui/static/swagger-ui.css',
] as const;

/** Folder of the copied `packageFiles`, relative to `src/` or `dist/`. Only a built service has copies. */
export const copiesFolder = 'http/package-files';

const copiesPath = fileURLToPath(new URL(`../../${copiesFolder}/`, import.meta.url));

/**
 * Reads the copy of a package's file or, if there is no copy, the file in the installed package.
 *
 * @throws Error when there is neither
 */
export async function readPackageFile(path: (typeof packageFiles)[number]): Promise<string> {
  const copyPath = copiesPath + path;
  return readFile(existsSync(copyPath) ? copyPath : createRequire(import.meta.url).resolve(path), 'utf8');
}
