export { type Delivery, feedKeys } from './tables.ts';
export { appendForWebhooks, type DeliveryLog } from './webhooks.ts';
