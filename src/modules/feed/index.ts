export { type Delivery, feedKeys } from './tables.ts';
export { addWebhookDeliveries, type DeliveryLog } from './webhooks.ts';
