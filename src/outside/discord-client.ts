import { publicOnlyLookup } from './public-address.ts';
import { describeFailure, openServiceCalls, parseRetryAfter } from './service-calls.ts';

/** The outcome of one call to a chat. */
export interface ChatAnswer {
  /** The HTTP status; null if there was no response. */
  readonly status: number | null;
  /** The error; null if the chat accepted the message. */
  readonly error: string | null;
  /** The time for which the chat asked not to be called again, in milliseconds; 0 if it did not ask. */
  readonly waitMs: number;
}

/** A channel of a chat. */
export interface ChatChannel {
  /**
   * Sends a message. Never throws: a failure is the `error` of the result.
   * @param message the body of the HTTP request
   */
  send(message: string): Promise<ChatAnswer>;
}

export interface DiscordClientOptions {
  /** The base URL of the API, for tests. Default: that of discord.com. */
  readonly api?: string | undefined;
  readonly id: string;
  /** The webhook's token, a secret: anyone who has it can write to the channel. */
  readonly token: string;
  /** The id of the thread, in a forum or a channel, to post to; null: messages go to the channel itself. */
  readonly threadId: string | null;
  /** Unix seconds. */
  readonly now: () => number;
}

export interface DiscordClient extends ChatChannel {
  close(): Promise<void>;
}

const discordApi = 'https://discord.com/api/v10';
/** Maximum number of response bytes that are read. A response repeats the message, which is smaller. */
const maxAnswerBytes = 256 * 1024;
/** Timeout of a whole call, in milliseconds. */
const timeoutMs = 10_000;
/** Maximum `waitMs`, in milliseconds, even if the chat asks for more. */
const maxWaitMs = 60 * 60 * 1000;
const maxErrorLength = 300;

/** Sends messages through a Discord webhook (https://discord.com/developers/docs/resources/webhook). */
export function createDiscordClient(options: DiscordClientOptions): DiscordClient {
  const { api = discordApi, id, token, threadId, now } = options;
  // Tests use a loopback address, which `publicOnlyLookup` would refuse.
  const lookup = api === discordApi ? publicOnlyLookup() : undefined;
  const calls = openServiceCalls({ connections: 1, timeoutMs, maxAnswerBytes, lookup });
  // With `wait`, Discord responds once the message is posted.
  const query = `wait=true${threadId === null ? '' : `&thread_id=${threadId}`}`;

  return {
    send: async (message) => {
      try {
        // Redirects are not followed, because the URL is a secret.
        const answer = await calls.request(`${api}/webhooks/${id}/${token}?${query}`, {
          method: 'POST',
          body: message,
          headers: { 'content-type': 'application/json', 'user-agent': 'DiscordBot (modelref, 1)' },
          signal: AbortSignal.timeout(timeoutMs),
        });
        const text = await answer.body.text().catch(() => '');
        // A proxy may quote the URL of the call, which is a secret.
        return createChatAnswer(answer.statusCode, answer.headers, text.replaceAll(token, '***'), now());
      } catch (error) {
        return { status: null, error: describeFailure(error, timeoutMs), waitMs: 0 };
      }
    },
    close: () => calls.close(),
  };
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

function createChatAnswer(status: number, headers: Headers, text: string, now: number): ChatAnswer {
  const payload = parseMembers(text);
  const isAccepted = status >= 200 && status < 300;
  const codeText = typeof payload.code === 'number' ? ` (${payload.code})` : '';
  const messageText = typeof payload.message === 'string' ? `: ${payload.message}` : '';
  return {
    status,
    error: isAccepted ? null : `it answered ${status}${messageText}${codeText}`.slice(0, maxErrorLength),
    waitMs: Math.min(computeWaitMs(status, headers, payload.retry_after, now), maxWaitMs),
  };
}

/**
 * Returns the wait before the next call, in milliseconds. After a 429, this is the time that the response
 * states, or one second if it states none. After any other response, it is the time until the rate limit
 * allows another call, or 0 if a call is allowed now.
 */
function computeWaitMs(status: number, headers: Headers, retryAfter: unknown, now: number): number {
  const parseSeconds = (value: unknown) => {
    const seconds = typeof value === 'string' && value !== '' ? Number(value) : value;
    return typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0 ? seconds : null;
  };
  const resetSeconds = parseSeconds(headers['x-ratelimit-reset-after']);
  if (status === 429) {
    const requestedSeconds =
      parseSeconds(retryAfter) ?? parseRetryAfter(headers['retry-after'], now * 1000) ?? resetSeconds;
    return Math.ceil((requestedSeconds ?? 1) * 1000);
  }
  return headers['x-ratelimit-remaining'] === '0' ? Math.ceil((resetSeconds ?? 0) * 1000) : 0;
}

function parseMembers(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
