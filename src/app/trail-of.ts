import {
  type AppendEvents,
  appendAndTell,
  appendEvents,
  appendNothing,
  type TellOfEvents,
} from '../modules/audit/index.ts';
import { appendForWebhooks } from '../modules/feed/index.ts';
import { tellInboxes } from '../modules/inbox/index.ts';
import type { Settings } from '../settings/settings.ts';

/** How writes are recorded. */
export interface Trail {
  /** Appends events to the audit trail, and tells inboxes of them. */
  readonly append: AppendEvents;
  /** The two apart, for calls that tell at their end. */
  readonly record: AppendEvents;
  readonly tell: TellOfEvents;
}

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
