import { deepStrictEqual } from 'node:assert';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../../src/store/open.ts';
import { acts, type Ending, type KillPoint, tellStory } from './kill-points.ts';

const [most = 1] = process.argv.slice(2).map(Number);
const usual = await story(null);
const all = acts.flatMap((act) =>
  usual.calls[act].flatMap((call, index) =>
    (['before', 'after'] as const).map((death) => ({ act, call, index, death })),
  ),
);
// Odd, so that both ways to die are among them.
const every = Math.max(1, Math.ceil(all.length / most)) | 1;
const chosen = all.filter((_, index) => index % every === 0);
console.log(`${all.length} places at which a sync can be killed; ${chosen.length} of them`);
for (const [done, { act, call, index, death }] of chosen.entries()) {
  const { sides } = await story({ act, dies: (_, at) => (at === index ? death : null) });
  deepStrictEqual(sides, usual.sides, `${act}: killed ${death} call ${index}, ${call}`);
  if ((done + 1) % 50 === 0) console.log(`${done + 1} kills`);
}
const kinds = new Set(chosen.map(({ call, death }) => `${death} ${call}`));
console.log(`after ${chosen.length} kills (${[...kinds].sort().join(', ')}): both sides as without any`);

async function story(kill: KillPoint | null): Promise<Ending> {
  const directory = await mkdtemp(join(tmpdir(), 'modelref-kill-points-'));
  const store = await openStore(`sqlite:${join(directory, 'registry.db')}`);
  try {
    return await tellStory(store, kill);
  } finally {
    await store.close();
    await rm(directory, { recursive: true, force: true });
  }
}
