import {
  appendAndNotify,
  appendEvents,
  appendNothing,
  type EventListener,
  type Trail,
} from '../modules/audit/index.ts';
import { appendForWebhooks } from '../modules/feed/index.ts';
import { notifyInboxes } from '../modules/inbox/index.ts';
import { fulfilRequests } from '../modules/requests/index.ts';
import type { Settings } from '../settings/settings.ts';

export function trailOf({ auditEnabled, webhooks, approverIds }: TrailSettings): Trail {
  const record = auditEnabled
    ? appendForWebhooks(
        appendEvents,
        webhooks.map(({ url }) => url),
      )
    : appendNothing;
  const [inboxes, requests] = [notifyInboxes(approverIds), fulfilRequests(record)];
  const tell: EventListener = async (writer, events, changes) => {
    await inboxes(writer, events, changes);
    await requests(writer, events);
  };
  return { append: appendAndNotify(record, tell) };
}

type TrailSettings = Pick<Settings, 'auditEnabled' | 'webhooks' | 'approverIds'>;
