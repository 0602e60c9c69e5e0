import { request } from 'undici';
import { BadAnswer } from './failure-reason.ts';
import type { User } from './identity.ts';
import { limitedAgent } from './limited-agent.ts';
import { retryAfterSeconds } from './retry-after.ts';

/** The service asks to be left alone for a while. */
export class Limited extends BadAnswer {
  /** Null: it did not say for how long. */
  readonly seconds: number | null;

  constructor(statusCode: number, seconds: number | null) {
    super(`it answered ${statusCode}`);
    this.seconds = seconds;
  }
}

/** The one call of the identity service. */
export interface FindUser {
  /**
   * @param signal ends it
   * @returns null when the key is nobody's
   * @throws Limited on a 429, and on a 503 that says when to come again; BadAnswer, or an error of the
   * connection, when the answer is of no use
   */
  ask(key: string, signal: AbortSignal): Promise<User | null>;
  /** Cuts what is still under way. */
  close(): Promise<void>;
}

/** Far more than an account with many workers takes. */
const maxAnswerBytes = 1024 * 1024;

/** @param connections as many calls are made at the same time */
export function createFindUser(
  baseUrl: string,
  limits: { connections: number; timeoutMs: number },
): FindUser {
  const url = `${baseUrl.replace(/\/+$/, '')}/v2/find_user`;
  const agent = limitedAgent({ ...limits, maxAnswerBytes });
  return {
    async ask(key, signal) {
      const { statusCode, headers, body } = await request(url, {
        dispatcher: agent,
        headers: { apikey: key, accept: 'application/json', 'user-agent': 'modelref' },
        signal,
      });
      if (statusCode === 200) return userOf(await body.json());
      await body.dump();
      const seconds = retryAfterSeconds(headers['retry-after'], Date.now());
      if (statusCode === 429 || (statusCode === 503 && seconds !== null))
        throw new Limited(statusCode, seconds);
      if (statusCode >= 400 && statusCode < 500) return null;
      throw new BadAnswer(`it answered ${statusCode}`);
    },
    close: () => agent.destroy(),
  };
}

/** @throws BadAnswer */
function userOf(answer: unknown): User | null {
  const username = (answer as { username?: unknown } | null)?.username;
  if (typeof username !== 'string') throw new BadAnswer('its answer has no username');
  const userId = /#(\d+)$/.exec(username)?.[1];
  return userId === undefined ? null : Object.freeze({ userId, username });
}
