/**
 * Writes the console's API types from the service's own OpenAPI document. A test fails when they are not up
 * to date.
 */
import { writeFileSync } from 'node:fs';
import { apiTypes, apiTypesFile } from './api-types.ts';

writeFileSync(apiTypesFile, await apiTypes());
