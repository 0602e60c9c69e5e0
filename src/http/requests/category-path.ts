import type { FastifyRequest } from 'fastify';
import type { CategoryDefinition } from '../../registry/categories/category.ts';
import { categoryNames, findCategory } from '../../registry/categories/index.ts';
import { invalidInput, RegistryError } from '../../registry/errors.ts';
import { quotedChoice } from '../../registry/records/lax.ts';

const expected = quotedChoice(categoryNames);

function nameOf(request: FastifyRequest): string {
  return (request.params as { category: string }).category;
}

/**
 * The category of a read's path.
 * @throws RegistryError not_found (404)
 */
export function readCategory(request: FastifyRequest): CategoryDefinition {
  const name = nameOf(request);
  const category = findCategory(name);
  if (!category) throw new RegistryError('not_found', `Model category '${name}' not found`);
  return category;
}

/**
 * The category of a write's path.
 * @throws RegistryError invalid_input (422)
 */
export function writtenCategory(request: FastifyRequest): CategoryDefinition {
  const input = nameOf(request);
  const category = findCategory(input);
  if (category) return category;
  const loc = ['path', 'model_category_name'];
  throw invalidInput([{ type: 'enum', loc, msg: `Input should be ${expected}`, input, ctx: { expected } }]);
}
