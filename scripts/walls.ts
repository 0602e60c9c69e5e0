/**
 * Checks the walls between the rooms (docs/architecture.md) with dependency-cruiser.
 *
 * The cruiser reports success when it could not read a single module (it does so with a TypeScript it does
 * not know). So it has to find a violation planted in a fixture first, and the number of modules it read is
 * checked.
 */
import { existsSync } from 'node:fs';
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { wallRules } from './wall-rules.ts';

async function violations(paths: string[], baseDir: string): Promise<{ modules: number; texts: string[] }> {
  const options = {
    ...wallRules.options,
    baseDir,
    validate: true,
    ruleSet: { forbidden: wallRules.forbidden },
  };
  const { output } = await cruise(paths, options as ICruiseOptions, undefined, {
    tsConfig: extractTSConfig('tsconfig.json'),
  });
  const { summary, modules } = output as ICruiseResult;
  return {
    modules: modules.length,
    texts: summary.violations.map((found) => `${found.rule.name}: ${found.from} → ${found.to}`),
  };
}

const planted = await violations(['src'], `${process.cwd()}/test/fixtures/walls`);
if (!planted.texts.some((text) => text.startsWith('registry-is-pure'))) {
  console.error('walls: the checker did not see the planted violation, so its silence would mean nothing');
  process.exit(2);
}

const rooms = ['src', 'console/src'].filter((room) => existsSync(room));
const found = await violations(rooms, process.cwd());
if (found.modules < 20) {
  console.error(`walls: only ${found.modules} modules were read; the checker does not see the sources`);
  process.exit(2);
}
for (const text of found.texts) console.error(`walls: ${text}`);
console.log(`walls: ${found.modules} modules read, ${found.texts.length} violations`);
process.exit(found.texts.length === 0 ? 0 : 1);
