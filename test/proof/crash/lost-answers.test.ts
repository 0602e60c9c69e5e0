import { expect, test } from 'vitest';
import { loseAnswers } from './lost-answers.ts';

test('a client whose answer was lost by kill -9 asks again with its key, and its proposal is there once', async () => {
  expect(await loseAnswers(4)).toEqual({ rounds: 4, wrong: [] });
}, 300_000);
