import type { ModelRequest } from './request.ts';
import type { StoredStep } from './request-event.ts';

/** The stored row of a request: `known` as JSON text, `hidden` as 0 or 1. */
export type RequestRow = Omit<ModelRequest, 'known' | 'hidden'> & { known: string | null; hidden: number };

/** An account that wants the model of a request: one row for each request and account. */
export interface RequestSupporter {
  request_id: number;
  user_id: string;
  username: string;
  why: string | null;
  at: number;
}

declare module '../../store/tables.ts' {
  interface Tables {
    model_requests: RequestRow;
    model_request_seconds: RequestSupporter;
    model_request_keys: { key: string; request_id: number };
    model_request_steps: StoredStep;
  }
}

/** This module's tables, each with its key columns. A copy of the whole database includes them. */
export const requestsKeys = [
  ['model_requests', ['request_id']],
  ['model_request_seconds', ['request_id', 'user_id']],
  ['model_request_keys', ['key', 'request_id']],
  ['model_request_steps', ['event_id']],
] as const;
