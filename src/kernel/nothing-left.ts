/**
 * What is left of a filter whose keys have all been taken. A key that is declared and applied by nobody would
 * match everything: where what is left has to be this, it does not compile.
 */
export type NothingLeft = { readonly [key: string]: never };
