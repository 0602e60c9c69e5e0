import type { z } from 'zod';
import { absentOrNull, laxInt, laxString, strictObject } from '../../records/lax.ts';
import { createFirstMetadata } from './catalogue.ts';

/** Accepts absent and null values, and returns null for both. */
export const optionalOrNull = <S extends z.ZodType>(schema: S) =>
  absentOrNull(schema).transform((value) => value ?? null);

const metadata = strictObject({
  revision: laxInt({ ge: 1, le: 2_147_483_647 }).default(1),
  created_at: optionalOrNull(laxInt()),
  created_by: optionalOrNull(laxString()),
  updated_at: optionalOrNull(laxInt()),
  updated_by: optionalOrNull(laxString()),
});

/**
 * The metadata of an entry in a request body. It is accepted, so that clients can send back an exported
 * entry, but ignored: the server sets it.
 */
export const sentMetadata = metadata.default(() => createFirstMetadata() as z.infer<typeof metadata>);
