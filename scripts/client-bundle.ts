import { join } from 'node:path';
import { build } from 'vite';

const client = join(import.meta.dirname, '../client');

/**
 * Builds the client's modules `index.js` and `disk-cache.js` into a directory. Browsers can load `index.js`
 * without further bundling. They never load `disk-cache.js`, which needs modules of Node.
 */
export async function bundleClient(directory: string): Promise<void> {
  await build({
    configFile: false,
    root: client,
    logLevel: 'warn',
    build: {
      outDir: directory,
      emptyOutDir: true,
      target: 'es2022',
      minify: true,
      lib: {
        entry: { index: join(client, 'src/index.ts'), 'disk-cache': join(client, 'src/disk-cache.ts') },
        formats: ['es'],
      },
      rolldownOptions: { external: /^node:/, output: { entryFileNames: '[name].js' } },
    },
  });
}
