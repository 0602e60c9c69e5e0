import { appendAndTell, appendEvents, appendNothing, type Trail } from '../modules/audit/index.ts';
import { appendForWebhooks } from '../modules/feed/index.ts';
import { tellInboxes } from '../modules/inbox/index.ts';
import type { Settings } from '../settings/settings.ts';

export function trailOf({ auditEnabled, webhooks, approverIds }: TrailSettings): Trail {
  const record = auditEnabled
    ? appendForWebhooks(
        appendEvents,
        webhooks.map(({ url }) => url),
      )
    : appendNothing;
  const tell = tellInboxes(approverIds);
  return { append: appendAndTell(record, tell), record, tell };
}

type TrailSettings = Pick<Settings, 'auditEnabled' | 'webhooks' | 'approverIds'>;
