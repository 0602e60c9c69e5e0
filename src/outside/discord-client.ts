import { publicOnlyLookup } from './public-address.ts';
import { failureReason, openServiceCalls, retryAfterSeconds } from './service-calls.ts';

/** The outcome of one call to a chat. */
export interface ChatAnswer {
  /** The HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** The chat's own error number; null when the answer has none. */
  readonly code: number | null;
  /** The id of the message that was sent or edited; null on failure. */
  readonly messageId: string | null;
  /** The error; null when the chat took the message. */
  readonly error: string | null;
  /** The time for which the chat asked not to be called again, in milliseconds; 0 when it did not ask. */
  readonly waitMs: number;
}

/**
 * A channel of a chat. This service sends messages to it, and edits those that it sent. The methods never
 * throw: a failure is the `error` of the answer.
 */
export interface ChatChannel {
  /** Sends a message; `message` is the body of the HTTP request. */
  send(message: string): Promise<ChatAnswer>;
  edit(messageId: string, message: string): Promise<ChatAnswer>;
}

export interface DiscordClientOptions {
  /** The base URL of the API. Its host has to be loopback or have a public address. */
  readonly api: string;
  readonly id: string;
  /** The webhook's token, a secret: whoever has it can write to the channel. */
  readonly token: string;
  /** The id of the thread, in a forum or a channel, to write to; null: messages go to the channel itself. */
  readonly threadId: string | null;
  /** Unix seconds. */
  readonly now: () => number;
}

export interface DiscordClient extends ChatChannel {
  close(): Promise<void>;
}

/**
 * Largest number of bytes of an answer that are read. An answer repeats the sent message, which is smaller.
 */
const maxAnswerBytes = 256 * 1024;
/** The limit of a whole call, in milliseconds. */
const timeoutMs = 10_000;
/** Longest wait, in milliseconds, that the client reports as `waitMs`, even if the chat asks for more. */
const longestWaitMs = 60 * 60 * 1000;
const mostErrorCharacters = 300;

/** Sends messages through one webhook of Discord (https://discord.com/developers/docs/resources/webhook). */
export function createDiscordClient(options: DiscordClientOptions): DiscordClient {
  const { api, id, token, threadId, now } = options;
  // Only settings of tests name this machine, which no lookup of a public address would allow.
  const isHere = new URL(api).protocol === 'http:';
  const lookup = isHere ? undefined : publicOnlyLookup();
  const calls = openServiceCalls({ connections: 1, timeoutMs, maxAnswerBytes, lookup });
  const thread = threadId === null ? '' : `thread_id=${threadId}`;

  const call = async (method: 'POST' | 'PATCH', path: string, query: string, message: string) => {
    try {
      // Redirects are not followed: the address is a secret.
      const answer = await calls.request(`${api}/webhooks/${id}/${token}${path}?${query}`, {
        method,
        body: message,
        headers: { 'content-type': 'application/json', 'user-agent': 'DiscordBot (modelref, 1)' },
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await answer.body.text().catch(() => '');
      // A proxy may quote the address of the call, which is a secret.
      return answerOf(answer.statusCode, answer.headers, text.replaceAll(token, '***'), now());
    } catch (error) {
      const reason = failureReason(error, timeoutMs);
      return { status: null, code: null, messageId: null, error: reason, waitMs: 0 };
    }
  };

  return {
    // With `wait`, Discord answers once the message is there, and with its id.
    send: (message) => call('POST', '', ['wait=true', thread].filter(Boolean).join('&'), message),
    edit: (messageId, message) => call('PATCH', `/messages/${messageId}`, thread, message),
    close: () => calls.close(),
  };
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

function answerOf(status: number, headers: Headers, text: string, now: number): ChatAnswer {
  const said = membersOf(text);
  const ok = status >= 200 && status < 300;
  const code = typeof said.code === 'number' ? said.code : null;
  const why = typeof said.message === 'string' ? `: ${said.message}` : '';
  return {
    status,
    code,
    messageId: ok && typeof said.id === 'string' && /^\d{1,25}$/.test(said.id) ? said.id : null,
    error: ok
      ? null
      : `it answered ${status}${why}${code === null ? '' : ` (${code})`}`.slice(0, mostErrorCharacters),
    waitMs: Math.min(waitMsOf(status, headers, said.retry_after, now), longestWaitMs),
  };
}

/**
 * Gives the wait before the next call, in milliseconds. For a 429, it is the wait that the answer asks for,
 * or a second when it asks for none. For other answers, it is the time until the rate limit allows a call
 * again; 0 when it allows one now.
 */
function waitMsOf(status: number, headers: Headers, retryAfter: unknown, now: number): number {
  const seconds = (value: unknown) => {
    const number = typeof value === 'string' && value !== '' ? Number(value) : value;
    return typeof number === 'number' && Number.isFinite(number) && number > 0 ? number : null;
  };
  const untilReset = seconds(headers['x-ratelimit-reset-after']);
  if (status === 429) {
    const asked = seconds(retryAfter) ?? retryAfterSeconds(headers['retry-after'], now * 1000) ?? untilReset;
    return Math.ceil((asked ?? 1) * 1000);
  }
  return headers['x-ratelimit-remaining'] === '0' ? Math.ceil((untilReset ?? 0) * 1000) : 0;
}

function membersOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
