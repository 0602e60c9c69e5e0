import {
  appendAndNotify,
  appendEvents,
  appendNothing,
  type EventListener,
  type Trail,
} from '../modules/audit/index.ts';
import { addWebhookDeliveries } from '../modules/feed/index.ts';
import { notifyInboxes } from '../modules/inbox/index.ts';
import { createFulfilListener } from '../modules/requests/index.ts';
import type { Settings } from '../settings/settings.ts';

export function createTrail({ auditEnabled, webhooks, approverIds }: TrailSettings): Trail {
  const appendRecorded = auditEnabled
    ? addWebhookDeliveries(
        appendEvents,
        webhooks.map(({ url }) => url),
      )
    : appendNothing;
  const [updateInboxes, updateRequests] = [notifyInboxes(approverIds), createFulfilListener(appendRecorded)];
  const notifyListeners: EventListener = async (writer, events, changes) => {
    await updateInboxes(writer, events, changes);
    await updateRequests(writer, events);
  };
  return { append: appendAndNotify(appendRecorded, notifyListeners) };
}

type TrailSettings = Pick<Settings, 'auditEnabled' | 'webhooks' | 'approverIds'>;
