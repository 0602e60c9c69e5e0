export { createFulfilListener } from './fulfil.ts';
export { findRequestDifferences, RequestReplay } from './replayed-requests.ts';
export { readStoredAction } from './request-event.ts';
export { requestsKeys } from './tables.ts';
