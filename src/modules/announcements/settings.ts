import { InvalidSetting, jsonArray, kind } from '../../settings/kinds.ts';
import { defineRows, type SettingsOf } from '../../settings/row.ts';

declare module '../../settings/settings.ts' {
  interface Settings extends SettingsOf<typeof discordRows> {}
}

/**
 * `token` is a secret: it permits writing to the channel. `threadId` null: messages go to the channel itself.
 */
type DiscordWebhook = Readonly<{ id: string; token: string; threadId: string | null }>;

/** The setting type for lists of Discord webhooks. Displays them without their tokens. */
const discordWebhooks = kind<readonly DiscordWebhook[]>(
  'a JSON list of webhook URLs as Discord gives them, each "https://discord.com/api/webhooks/<id>/<token>", with "?thread_id=<id>" for a thread',
  (value) => {
    const webhooks = jsonArray(value).map(discordWebhook);
    const ids = webhooks.map(({ id, threadId }) => `${id} ${threadId}`);
    if (new Set(ids).size < ids.length) throw new InvalidSetting('it contains the same webhook twice');
    return Object.freeze(webhooks);
  },
  { show: (webhooks) => webhooks.map(withoutToken).join(', ') || '(none)', mask: () => '***' },
);

function discordWebhook(item: unknown, index: number): DiscordWebhook {
  const [, id, token, threadId = null] =
    /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/(\d{5,25})\/([\w-]{16,200})(?:\?thread_id=(\d{5,25}))?$/.exec(
      String(item),
    ) ?? [];
  if (!id || !token) throw new InvalidSetting(`item ${index} is not the URL of a webhook at Discord`);
  return Object.freeze({ id, token, threadId });
}

function withoutToken({ id, threadId }: DiscordWebhook): string {
  return `https://discord.com/api/webhooks/${id}/***${threadId === null ? '' : `?thread_id=${threadId}`}`;
}

export const discordRows = defineRows({
  discordWebhooks: {
    name: 'DISCORD_WEBHOOKS',
    kind: discordWebhooks,
    default: [],
    doc: 'Discord channels that receive a message for each applied batch.',
  },
});
