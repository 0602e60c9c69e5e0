/**
 * Builds the console, and writes the API's types, after `npm install` in a checkout. npm runs it as the script
 * `dependencies`, which it does not run for people who install the package. Does nothing if the development
 * packages are missing.
 */
import { existsSync } from 'node:fs';

if (existsSync('node_modules/vite') && existsSync('console/vite.config.ts')) {
  const { writeApiTypes } = await import('./api-types.ts');
  await writeApiTypes();
  const { build } = await import('vite');
  await build({ configFile: 'console/vite.config.ts', logLevel: 'warn' });
} else {
  console.log('The development packages are not installed, so the console is not built');
}
