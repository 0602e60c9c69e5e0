/**
 * The type of the rest of a filter after destructuring all its keys. A key that no condition uses would
 * silently not narrow the result; this type makes such a key a type error.
 */
export type NothingLeft = { readonly [key: string]: never };
