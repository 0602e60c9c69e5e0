import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The module that makes the databases of tests. */
const maker = 'test/support/make-database.ts';

/**
 * Returns the test files among `patterns` that make a database, themselves or by a module of `test/`: what runs
 * once more on PostgreSQL. Paths are relative to the working directory.
 */
export function filesOnADatabase(patterns: readonly string[]): string[] {
  const reaches = new Map([[maker, true]]);
  const reach = (path: string): boolean => {
    const known = reaches.get(path);
    if (known !== undefined) return known;
    // Modules that import each other in a circle ask for one that is being looked at.
    reaches.set(path, false);
    const imports = [...readFileSync(path, 'utf8').matchAll(/^(?:import|export|}).* from '(\.[^']+\.ts)'/gm)]
      .map(([, imported = '']) => join(dirname(path), imported))
      .filter((imported) => imported.startsWith('test/'));
    const found = imports.some(reach);
    reaches.set(path, found);
    return found;
  };
  return globSync(patterns).sort().filter(reach);
}
