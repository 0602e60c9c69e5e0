/**
 * The type of an object without keys. Code that takes the keys it knows out of a filter checks `rest
 * satisfies NoOtherKeys` for the others. So a key that the code would silently ignore is a type error.
 */
export type NoOtherKeys = { readonly [key: string]: never };
