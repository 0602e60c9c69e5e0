import { axiosClient } from './adapters/axios.ts';
import { curl } from './adapters/curl.ts';
import { heyApi, openapiFetch } from './adapters/generated.ts';
import { gotClient } from './adapters/got.ts';
import { kyClient } from './adapters/ky.ts';
import { nodeFetch } from './adapters/node-fetch.ts';
import { httpClient, urllib } from './adapters/python.ts';
import { superagentClient } from './adapters/superagent.ts';
import { swaggerUi } from './adapters/swagger-ui.ts';
import type { ForeignClient } from './client.ts';

export const foreignClients: readonly ForeignClient[] = [
  curl,
  urllib,
  httpClient,
  nodeFetch,
  axiosClient,
  gotClient,
  kyClient,
  superagentClient,
  heyApi,
  openapiFetch,
  swaggerUi,
];
