/**
 * The type of an object without keys. Code that destructures the known keys of a filter checks `rest
 * satisfies NoOtherKeys`, so that an unhandled key is a type error.
 */
export type NoOtherKeys = { readonly [key: string]: never };
