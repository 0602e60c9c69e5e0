/**
 * The type of a filter's rest once every key is destructured. A declared key that no condition uses would match
 * everything; a rest of this type makes it a type error.
 */
export type NothingLeft = { readonly [key: string]: never };
