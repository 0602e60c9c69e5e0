export { createDeliveryLog } from './delivery-log.ts';
export { createFeed, type Feed } from './feed.ts';
export { createFeedStreams } from './feed-streams.ts';
export { createFeedTail, type FeedTail, frameOf } from './feed-tail.ts';
export { feedPages, feedStream } from './http.ts';
export { startWebhooks } from './module.ts';
export { deliveryStore } from './store.ts';
export { type Delivery, feedKeys } from './tables.ts';
export { appendForWebhooks, replayDeliveries } from './webhooks.ts';
