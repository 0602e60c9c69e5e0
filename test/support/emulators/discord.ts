import {
  type EmulatedAnswer,
  type EmulatedHost,
  type EmulatedRequest,
  json,
  startEmulatedHost,
} from './emulated-host.ts';

interface Embed {
  readonly title?: unknown;
  readonly description?: unknown;
  readonly url?: unknown;
  readonly color?: unknown;
  readonly timestamp?: unknown;
  readonly footer?: { readonly text?: unknown };
  readonly author?: { readonly name?: unknown };
  readonly fields?: readonly { readonly name?: unknown; readonly value?: unknown }[];
}

export interface EmulatedMessage {
  readonly id: string;
  content: string;
  embeds: readonly Embed[];
}

/**
 * An emulated Discord with one webhook, which behaves as
 * https://discord.com/developers/docs/resources/webhook describes.
 */
export interface EmulatedDiscord extends EmulatedHost {
  /** The API's base URL. */
  readonly api: string;
  readonly id: string;
  readonly token: string;
  readonly messages: EmulatedMessage[];
  /**
   * Number of calls that are still allowed in the present rate window. Each call takes one; at 0 the answer
   * is 429 until a test calls `nextWindow`.
   */
  remaining: number;
  nextWindow(): void;
  /** Whether the webhook was deleted. Every call is then answered with 404. */
  isDeleted: boolean;
}

const callsInWindow = 5;
const windowSeconds = 2;

export async function startDiscord(): Promise<EmulatedDiscord> {
  const [id, token] = ['112233445566778899', `Tok3n-${'x'.repeat(60)}_z`];
  const messages: EmulatedMessage[] = [];
  let last = 1_300_000_000_000_000_000n;

  const respond = (request: EmulatedRequest): EmulatedAnswer => {
    const [, asked, said] = /^\/api\/v10\/webhooks\/(\d+)\/([\w-]+)$/.exec(request.path) ?? [];
    if (asked === undefined) return json(404, { message: '404: Not Found', code: 0 });
    if (discord.remaining <= 0) {
      const body = {
        message: 'You are being rate limited.',
        retry_after: windowSeconds - 0.35,
        global: false,
      };
      return json(429, body, { ...limits(0), 'retry-after': String(windowSeconds) });
    }
    discord.remaining -= 1;
    const answer = answerTo(request, asked === id && said === token);
    return { ...answer, headers: { ...answer.headers, ...limits(discord.remaining) } };
  };

  const answerTo = (request: EmulatedRequest, isKnown: boolean): EmulatedAnswer => {
    if (discord.isDeleted || !isKnown) return json(404, { message: 'Unknown Webhook', code: 10_015 });
    const { content = '', embeds = [], allowed_mentions: mentions } = parsed(request.body);
    const errors = problemsOf(content, embeds);
    if (errors.length > 0) return json(400, { message: 'Invalid Form Body', code: 50_035, errors });
    if (mentions?.parse?.length !== 0)
      return json(400, { message: 'Here, mentions have to be off', code: 0 });
    last += 4_194_304n;
    const message = { id: String(last), content: String(content), embeds };
    messages.push(message);
    return request.query.get('wait') === 'true' ? json(200, message) : { status: 204 };
  };

  const limits = (remaining: number) => ({
    'x-ratelimit-limit': String(callsInWindow),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset-after': String(windowSeconds),
    'x-ratelimit-bucket': 'abcd1234',
    ...(remaining === 0 ? { 'x-ratelimit-scope': 'user' } : {}),
  });

  const host = await startEmulatedHost(respond);
  const discord: EmulatedDiscord = Object.assign(host, {
    api: `${host.url}/api/v10`,
    id,
    token,
    messages,
    remaining: callsInWindow,
    isDeleted: false,
    nextWindow: () => {
      discord.remaining = callsInWindow;
    },
  });
  return discord;
}

// biome-ignore lint/suspicious/noExplicitAny: the body is what is checked
function parsed(body: string): any {
  return JSON.parse(body);
}

/**
 * Lists the rules of Discord's documentation that a message breaks, such as the longest lengths. It counts
 * lengths in UTF-16 units. Discord counts characters, of which a text never has more.
 */
export function problemsOf(content: unknown, embeds: readonly Embed[]): string[] {
  const problems: string[] = [];
  let all = 0;
  const text = (name: string, value: unknown, most: number, isNeeded = false) => {
    if (value === undefined && !isNeeded) return;
    if (typeof value !== 'string' || !value.isWellFormed()) problems.push(`${name} is not a string`);
    else if (value.length > most) problems.push(`${name} has ${value.length} characters, at most ${most}`);
    else if (isNeeded && value.trim() === '') problems.push(`${name} is empty`);
    else all += value.length;
  };
  text('content', content, 2000);
  all = 0;
  if (content === '' && embeds.length === 0) problems.push('an empty message');
  if (embeds.length > 10) problems.push(`${embeds.length} embeds`);
  for (const embed of embeds) {
    text('title', embed.title, 256);
    text('description', embed.description, 4096);
    text('footer', embed.footer?.text, 2048);
    text('author', embed.author?.name, 256);
    if ((embed.fields?.length ?? 0) > 25) problems.push(`${embed.fields?.length} fields`);
    for (const { name, value } of embed.fields ?? []) {
      text('field name', name, 256, true);
      text('field value', value, 1024, true);
    }
    if (embed.url !== undefined && !/^https?:/.test(String(embed.url))) problems.push('url');
    if (embed.timestamp !== undefined && Number.isNaN(Date.parse(String(embed.timestamp)))) {
      problems.push('timestamp');
    }
    if (!Number.isInteger(embed.color ?? 0) || Number(embed.color) > 0xffffff) problems.push('color');
  }
  if (all > 6000) problems.push(`${all} characters in all embeds`);
  return problems;
}
