import type { Settings } from '../config/settings.ts';
import { type AppendEvents, appendEvents, appendNothing } from '../services/audit/append-events.ts';
import { appendForWebhooks } from '../services/feed/webhooks.ts';
import { appendForInbox } from '../services/inbox/append-for-inbox.ts';

/** Where what is written is recorded: the audit trail, and who is to be told of it. */
export function trailOf({ auditEnabled, webhooks, approverIds }: TrailSettings): AppendEvents {
  if (!auditEnabled) return appendNothing;
  const targets = webhooks.map(({ url }) => url);
  return appendForInbox(appendForWebhooks(appendEvents, targets), approverIds);
}

type TrailSettings = Pick<Settings, 'auditEnabled' | 'webhooks' | 'approverIds'>;
