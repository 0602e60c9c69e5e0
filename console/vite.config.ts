import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { consolePaths } from './src/paths.ts';

const root = import.meta.dirname;

/** Puts the colour scheme script, under a hashed name, in front of everything else of the page's head. */
function colorSchemeScript(): Plugin {
  const source = readFileSync(join(root, 'src/color-scheme.js'), 'utf8');
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  const fileName = `assets/color-scheme-${hash}.js`;
  return {
    name: 'modelref:color-scheme',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: (html, { server }) => {
      const path = server ? '/src/color-scheme.js' : `/${fileName}`;
      return html.replace('<!--color-scheme-->', `<script src="${path}"></script>`);
    },
  };
}

/** Tells the service which paths are pages. */
function pathList(): Plugin {
  return {
    name: 'modelref:paths',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'paths.json', source: JSON.stringify(consolePaths) });
    },
  };
}

/** Compresses every asset once, here, so that the service never does. */
function precompress(): Plugin {
  return {
    name: 'modelref:precompress',
    apply: 'build',
    writeBundle(options, bundle) {
      for (const fileName of Object.keys(bundle)) {
        if (!/^assets\/.*\.(?:js|css|svg)$/.test(fileName)) continue;
        const path = join(options.dir ?? join(root, 'dist'), fileName);
        const bytes = readFileSync(path);
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
        writeFileSync(
          `${path}.br`,
          brotliCompressSync(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: 11 } }),
        );
      }
    },
  };
}

export default defineConfig({
  root,
  plugins: [react(), colorSchemeScript(), pathList(), precompress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Data URIs would need wider image and font policies.
    assetsInlineLimit: 0,
    // The polyfill would be inline code; every browser that runs the rest preloads modules itself.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
