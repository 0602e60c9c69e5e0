import type { CategoryDefinition } from './category.ts';
import { findCategory } from './index.ts';

/** The definition of a category that the caller has checked to exist, or that a stored row names. */
export function categoryOf(name: string): CategoryDefinition {
  const definition = findCategory(name);
  if (!definition) throw new Error(`'${name}' is not a category`);
  return definition;
}
