export { type Delivery, feedKeys } from './tables.ts';
export { addWebhookDeliveries as appendForWebhooks, type DeliveryLog } from './webhooks.ts';
