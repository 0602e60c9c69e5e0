/**
 * Writes the API types that the client and the console use into `client/src/schema.ts`, from the service's
 * OpenAPI document. A test fails when this file is out of date.
 */
import { writeFileSync } from 'node:fs';
import { apiTypes, apiTypesFile } from './api-types.ts';

writeFileSync(apiTypesFile, await apiTypes());
