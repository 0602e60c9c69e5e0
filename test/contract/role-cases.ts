import { expect, it } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { keys } from '../support/identity-server.ts';

export type Role = 'any key' | 'requestor' | 'approver';

export interface Guarded {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** Who may pass, by role. An approver is a requestor too. */
const passing: Readonly<Record<Role, readonly (keyof typeof keys)[]>> = {
  'any key': ['anonymous', 'nobody', 'requestor', 'approver'],
  requestor: ['requestor', 'approver'],
  approver: ['approver'],
};

/**
 * The role cases of an endpoint, the same for every one: without a key, with a key nobody has, and with each
 * kind of key. Those who may not are told so with 401 and a challenge; those who may get past it, whatever
 * comes then.
 */
export function roleCases(role: Role, appOf: () => TestApp, requestOf: () => Guarded): void {
  const send = async (key?: string) => {
    const { method, path, body } = requestOf();
    return appOf().send(method, path, {
      ...(key !== undefined && { key }),
      ...(body !== undefined && { body }),
    });
  };

  it(`without a key: 401`, async () => {
    const answer = await send();
    expect([answer.statusCode, answer.json(), answer.headers['www-authenticate']]).toEqual([
      401,
      { detail: 'Not authenticated' },
      'APIKey',
    ]);
  });

  it.each(Object.keys(keys) as (keyof typeof keys)[])(`with the key of: %s (needs ${role})`, async (who) => {
    const answer = await send(keys[who]);
    if (passing[role].includes(who)) {
      expect(answer.statusCode).not.toBe(401);
      return;
    }
    expect([answer.statusCode, answer.json().detail, answer.headers['www-authenticate']]).toEqual([
      401,
      who === 'unknown' ? 'Invalid API key' : expect.stringContaining(`${role} list`),
      'APIKey',
    ]);
  });
}
