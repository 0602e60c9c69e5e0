import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { benches } from '../../bench/benches.ts';
import { evidencePage, readEvidence } from '../../scripts/evidence-page.ts';
import { evidenceCommands } from '../proof/all/commands.ts';
import { proofs } from '../proof/proofs.ts';

const evidence = readEvidence();
const commands = evidenceCommands.map(({ command }) => command);

test('docs/evidence.md is what `node scripts/evidence-page.ts` makes of docs/evidence.json', () => {
  expect(readFileSync('docs/evidence.md', 'utf8')).toBe(evidencePage(evidence));
});

test('docs/evidence.json has a claim for each command that `npm run proof -- all` runs, and no others', () => {
  const claimed = evidence.sections.flatMap(({ rows }) => rows).map(({ command }) => command);
  expect(claimed.sort()).toEqual(commands.toSorted());
});

test('every proof and every bench is among them', () => {
  const missing = [
    ...Object.keys(proofs).map((name) => `npm run proof -- ${name}`),
    ...Object.keys(benches).map((name) => `npm run bench -- ${name}`),
  ].filter((start) => !commands.some((command) => `${command} `.includes(`${start} `)));
  expect(missing).toEqual([]);
});
