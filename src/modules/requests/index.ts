export { createFulfilListener } from './fulfil.ts';
export { findRequestDifferences, RequestReplay } from './replayed-requests.ts';
export { storedActionOf } from './request-event.ts';
export { requestsKeys } from './tables.ts';
