export { fulfilRequests } from './fulfil.ts';
export { RequestReplay, requestDifferences } from './replayed-requests.ts';
export { storedAction } from './request-event.ts';
export { requestsKeys } from './tables.ts';
