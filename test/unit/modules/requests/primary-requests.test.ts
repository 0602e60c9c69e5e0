import { expect, test } from 'vitest';
import { z } from 'zod';
import { askPrimaryForRequests } from '../../../../src/modules/requests/primary-requests.ts';
import { eventually } from '../../../support/eventually.ts';

test('an answer of a primary that stays away is not shown for longer than it is kept', async () => {
  let away = false;
  const requests = askPrimaryForRequests({
    primary: {
      timeoutMs: 1000,
      ask: async () => {
        if (away) throw new Error('The primary is away.');
        return { items: [] };
      },
    },
    keepSeconds: 0.001,
  });
  const read = () => requests.read('', z.looseObject({}));
  expect(await read()).toEqual({ items: [] });
  away = true;
  await eventually(() => expect(read()).rejects.toThrow('The primary is away.'));
  await expect(read()).rejects.toThrow('The primary is away.');
});
