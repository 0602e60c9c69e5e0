export { fulfilRequests } from './fulfil.ts';
export { RequestReplay, requestDifferences } from './replayed-requests.ts';
export { requestsKeys } from './tables.ts';
