/**
 * Writes the API types of the client from the service's own OpenAPI document; the console uses these types as
 * well. A test fails when the types are out of date.
 */
import { writeFileSync } from 'node:fs';
import { apiTypes, apiTypesFile } from './api-types.ts';

writeFileSync(apiTypesFile, await apiTypes());
