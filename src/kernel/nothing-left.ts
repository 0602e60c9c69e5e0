/**
 * The type of a filter without the keys that some code uses. The code would silently ignore any other key, so
 * with `rest satisfies NothingLeft` another key is a type error.
 */
export type NothingLeft = { readonly [key: string]: never };
