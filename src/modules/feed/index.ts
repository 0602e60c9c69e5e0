export { feedPages, feedStream } from './http.ts';
export { openFeed } from './module.ts';
export { deliveryStore } from './store.ts';
export { type Delivery, feedKeys } from './tables.ts';
export { appendForWebhooks, replayDeliveries } from './webhooks.ts';
