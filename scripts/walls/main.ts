/**
 * npm run walls                checks the imports of all rooms against scripts/walls/table.ts. Exits with 1
 *                              when something is forbidden, with 2 when the checker itself cannot be trusted
 * npm run walls -- --planted   prints the forbidden imports that the checker has to find first, and its answers
 * npm run walls -- --write     renews the table in docs/architecture.md
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkWalls } from './check.ts';
import { pageFile, withTable } from './page.ts';
import { isFound, plantAll } from './planted.ts';
import { walls } from './table.ts';

const { values: asked } = parseArgs({
  options: { planted: { type: 'boolean' }, write: { type: 'boolean' } },
});

if (asked.write) writeFileSync(pageFile, withTable(readFileSync(pageFile, 'utf8'), walls));

const planted = await plantAll(walls);
if (asked.planted) {
  for (const { from, imports, statement, foundBy } of planted) {
    console.log(`${from} → ${imports}   ${statement}   ${foundBy.join(', ') || 'NOT FOUND'}`);
  }
}
const missed = planted.filter((plant) => !isFound(plant));
for (const { from, statement, rule, foundBy } of missed) {
  console.error(`walls: ${statement} in ${from}: expected '${rule}', got '${foundBy.join("', '")}'`);
}
if (missed.length > 0 || planted.length === 0) {
  console.error(
    `walls: ${missed.length} of ${planted.length} planted imports were not found by their rule alone`,
  );
  process.exit(2);
}

const places = ['bin', 'src', 'console/src', 'console/vite.config.ts', 'client/src'].filter((place) =>
  existsSync(place),
);
const { files, violations, untrue } = await checkWalls(walls, process.cwd(), places);
if (files < 20) {
  console.error(`walls: only ${files} files were read; the checker does not see the sources`);
  process.exit(2);
}
for (const { rule, from, to } of violations) console.error(`walls: ${from} → ${to}   (${rule})`);
for (const sentence of untrue) console.error(`walls: ${sentence}`);
const wrong = violations.length + untrue.length;
console.log(
  `walls: ${planted.length} of ${planted.length} planted imports found; ${files} files read, ${wrong} violations`,
);
process.exit(wrong === 0 ? 0 : 1);
