/**
 * The type of an object without keys. Code that destructures the known keys of a filter checks `rest
 * satisfies NoOtherKeys`, so that a key which it would silently ignore is a type error.
 */
export type NoOtherKeys = { readonly [key: string]: never };
