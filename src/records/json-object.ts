import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../kernel/json.ts';

/** The schema of a JSON object. Does not copy the object: its key order is part of a stored record. */
export const jsonObject = z
  .custom<JsonObject>(isJsonObject, 'expected an object')
  .meta({ type: 'object', additionalProperties: {} });
