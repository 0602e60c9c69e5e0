/**
 * The type of what is left of a filter after code has destructured all keys that it uses. The code would
 * silently ignore a key that is left; this type makes such a key a type error.
 */
export type NothingLeft = { readonly [key: string]: never };
