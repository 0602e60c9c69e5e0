export { createFeed, type Feed } from './feed.ts';
export { createFeedStreams, createFeedTail, type FeedTail, frameOf } from './feed-streams.ts';
export { feedPages, feedStream } from './http.ts';
export { startWebhooks } from './module.ts';
export { deliveryStore } from './store.ts';
export { type Delivery, feedKeys } from './tables.ts';
export { appendForWebhooks, createDeliveryLog, replayDeliveries } from './webhooks.ts';
