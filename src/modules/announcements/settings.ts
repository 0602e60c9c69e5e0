import { baseUrl, httpUrl, jsonArray, kind, NotAllowed, withoutPassword } from '../../settings/kinds.ts';
import { isUnreadOnTheWay } from '../../settings/loopback.ts';
import { defineRows, type SettingsOf } from '../../settings/row.ts';

declare module '../../settings/settings.ts' {
  interface Settings extends SettingsOf<typeof discordRows> {}
}

interface DiscordWebhook {
  readonly id: string;
  /** The secret of the webhook: whoever has it may write to the channel. */
  readonly token: string;
  /** The thread for the messages; null: messages go to the channel itself. */
  readonly threadId: string | null;
}

/** The kind of a setting that lists Discord webhooks. It shows them without their tokens. */
const discordWebhooks = kind<readonly DiscordWebhook[]>(
  'a JSON list of webhook URLs as Discord gives them, each "https://discord.com/api/webhooks/<id>/<token>", with "?thread_id=<id>" for a thread',
  (value) => {
    const webhooks = jsonArray(value).map(discordWebhook);
    const ids = webhooks.map(({ id, threadId }) => `${id} ${threadId}`);
    if (new Set(ids).size < ids.length) throw new NotAllowed('it names the same webhook twice');
    return Object.freeze(webhooks);
  },
  {
    show: (webhooks) => (webhooks.length === 0 ? '(none)' : webhooks.map(shownDiscordWebhook).join(', ')),
    mask: () => '***',
  },
);

function discordWebhook(item: unknown, index: number): DiscordWebhook {
  const [, id, token, threadId = null] =
    /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/(\d{5,25})\/([\w-]{16,200})(?:\?thread_id=(\d{5,25}))?$/.exec(
      String(item),
    ) ?? [];
  if (!id || !token) throw new NotAllowed(`item ${index} is not the URL of a webhook at Discord`);
  return Object.freeze({ id, token, threadId });
}

function shownDiscordWebhook({ id, threadId }: DiscordWebhook): string {
  return `https://discord.com/api/webhooks/${id}/***${threadId === null ? '' : `?thread_id=${threadId}`}`;
}

/**
 * The kind of a setting with an address to which webhook tokens are sent. Plain http is allowed only to this
 * machine.
 */
const tokenUrl = kind(
  `${httpUrl.allowed}, http:// for this machine only`,
  (value) => {
    const url = baseUrl(value);
    if (!isUnreadOnTheWay(new URL(url))) throw new NotAllowed();
    return url;
  },
  { mask: withoutPassword },
);

export const discordRows = defineRows({
  discordWebhooks: {
    name: 'DISCORD_WEBHOOKS',
    kind: discordWebhooks,
    default: [],
    doc: 'Channels of Discord that are told of each applied batch in a message, which is edited when the batch is reverted.',
  },
  discordApi: {
    name: 'DISCORD_API',
    kind: tokenUrl,
    default: 'https://discord.com/api/v10',
    doc: 'The API of Discord, or what stands in for it in tests.',
  },
});
