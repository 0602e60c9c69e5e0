import { expect, test } from 'vitest';
import { temporaryStore } from '../../support/temporary-store.ts';
import { type Ending, type KillPoint, tellStory } from './kill-points.ts';

async function story(
  ...how: [kill: KillPoint | null, more?: Parameters<typeof tellStory>[2]]
): Promise<Ending> {
  await using undo = new AsyncDisposableStack();
  const store = await temporaryStore((end) => undo.defer(end));
  return await tellStory(store, ...how);
}

/** Kills at the first call of a name, once it is done: its answer, and everything after it, is lost. */
const afterFirst = (what: string): KillPoint => {
  let met = false;
  return {
    dies: (call) => {
      if (call !== what || met) return null;
      met = true;
      return 'after';
    },
  };
};

test('a sync that is killed when the branch was pushed, or the pull request opened, is gone on with', async () => {
  const { sides } = await story(null);
  for (const [call, withGit] of [
    ['content.push', false],
    ['content.push', true],
    ['pulls.create', false],
  ] as const) {
    const killed = await story(afterFirst(call), { withGit });
    expect(killed.calls.at(-1)).toBe(call);
    expect(killed.sides).toEqual(sides);
  }
});

test('a pull request that curators close is known as closed, though who opened it was killed at once', async () => {
  const { sides } = await story(afterFirst('pulls.create'), { closedMeanwhile: true });
  expect(sides).toMatchObject({
    pulls: [[1, 'closed', 'Registry: 1 changed', expect.any(String)]],
    state: { pull_request: null, refused: 1 },
  });
});
