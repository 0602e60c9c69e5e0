/**
 * Builds the console after an installation in a checkout. This is npm's script `dependencies`, which npm runs
 * in a checkout only, not for people who install the package. Does nothing without the development packages,
 * which the build needs.
 */
import { existsSync } from 'node:fs';

if (existsSync('node_modules/vite') && existsSync('console/vite.config.ts')) {
  const { build } = await import('vite');
  await build({ configFile: 'console/vite.config.ts', logLevel: 'warn' });
} else {
  console.log('vite is not installed, so the console is not built');
}
