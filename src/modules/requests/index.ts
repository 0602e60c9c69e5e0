export { fulfilRequests } from './fulfil.ts';
export { requests } from './http.ts';
export { openRequests } from './module.ts';
export { RequestReplay, requestDifferences } from './replayed-requests.ts';
export { requestsKeys } from './tables.ts';
