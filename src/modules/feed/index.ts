export { feedPages, feedStream } from './http.ts';
export { openFeed } from './module.ts';
export { type Delivery, feedKeys } from './tables.ts';
export { appendForWebhooks } from './webhooks.ts';
