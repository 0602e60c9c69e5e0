/**
 * Writes the API types of the client, which the console uses as well, from the service's own OpenAPI
 * document. A test fails when they are out of date.
 */
import { writeFileSync } from 'node:fs';
import { apiTypes, apiTypesFile } from './api-types.ts';

writeFileSync(apiTypesFile, await apiTypes());
