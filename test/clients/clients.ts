import { curl } from './adapters/curl.ts';
import { heyApi, openapiFetch } from './adapters/generated.ts';
import { nodeLibraries } from './adapters/node-libraries.ts';
import { httpClient, urllib } from './adapters/python.ts';
import type { ForeignClient } from './client.ts';

export const foreignClients: readonly ForeignClient[] = [
  curl,
  urllib,
  httpClient,
  ...nodeLibraries,
  heyApi,
  openapiFetch,
];
