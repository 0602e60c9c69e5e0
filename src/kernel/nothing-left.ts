/**
 * The type of what is left of a filter once every key is destructured. A key that no condition uses would not
 * narrow anything: this type makes a forgotten key a type error.
 */
export type NothingLeft = { readonly [key: string]: never };
