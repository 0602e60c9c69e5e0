import { trueOrFalse } from '../kinds.ts';
import { own } from '../row.ts';
import type { DiscordWebhook, WebhookTarget } from '../settings.ts';
import { discordWebhooks, tokenUrl, webhookTargets } from '../webhook-kinds.ts';

/** Who is told of changes. */
export const messagesSettings = {
  WEBHOOKS: own<readonly WebhookTarget[]>(
    webhookTargets,
    [],
    'Who is told of changes, and the secret that signs what they are told.',
  ),
  WEBHOOKS_ALLOW_PRIVATE: own(
    trueOrFalse,
    false,
    'Whether webhook targets may be on loopback, private or link-local addresses.',
  ),
  DISCORD_WEBHOOKS: own<readonly DiscordWebhook[]>(
    discordWebhooks,
    [],
    'Channels of Discord that are told of each applied batch in a message, which is edited when the batch is reverted.',
  ),
  DISCORD_API: own(
    tokenUrl,
    'https://discord.com/api/v10',
    'The API of Discord, or what stands in for it in tests.',
  ),
};
