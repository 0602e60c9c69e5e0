import {
  appendAndTell,
  appendEvents,
  appendNothing,
  type TellOfEvents,
  type Trail,
} from '../modules/audit/index.ts';
import { appendForWebhooks } from '../modules/feed/index.ts';
import { tellInboxes } from '../modules/inbox/index.ts';
import { fulfilRequests } from '../modules/requests/index.ts';
import type { Settings } from '../settings/settings.ts';

export function trailOf({ auditEnabled, webhooks, approverIds }: TrailSettings): Trail {
  const record = auditEnabled
    ? appendForWebhooks(
        appendEvents,
        webhooks.map(({ url }) => url),
      )
    : appendNothing;
  const [inboxes, requests] = [tellInboxes(approverIds), fulfilRequests(record)];
  const tell: TellOfEvents = async (writer, events, changes) => {
    await inboxes(writer, events, changes);
    await requests(writer, events);
  };
  return { append: appendAndTell(record, tell) };
}

type TrailSettings = Pick<Settings, 'auditEnabled' | 'webhooks' | 'approverIds'>;
