import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { benches } from '../../bench/benches.ts';
import { evidenceCommands } from '../proof/all/commands.ts';
import { proofs } from '../proof/proofs.ts';

const page = readFileSync('docs/evidence.md', 'utf8');
const commands = evidenceCommands.map(({ command }) => command);

test('docs/evidence.md names the commands that `npm run proof -- all` runs, and no others', () => {
  const spans = [...page.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);
  const named = spans.filter(
    (span) =>
      /^(?:[A-Z_]+=\S* ?\S* )?(?:npm|npx|vitest) /.test(span) && !span.startsWith('npm run proof -- all'),
  );
  expect([...new Set(named)].sort()).toEqual([...commands].sort());
});

test('every proof and every bench is among them', () => {
  const missing = [
    ...Object.keys(proofs).map((name) => `npm run proof -- ${name}`),
    ...Object.keys(benches).map((name) => `npm run bench -- ${name}`),
  ].filter((start) => !commands.some((command) => `${command} `.includes(`${start} `)));
  expect(missing).toEqual([]);
});
