import { RegistryError } from '../../kernel/errors.ts';
import type { CanonicalFormat, CategoryDefinition } from '../../records/categories/category.ts';
import type { ChangeOperation } from '../../records/enums.ts';
import { backendVariants, hasBackendPrefix, textBackends } from '../../records/text-names/index.ts';

/** A write, as far as the rules of this file ask. */
export interface WriteTarget {
  readonly definition: CategoryDefinition;
  readonly name: string;
  readonly operation: ChangeOperation;
  /** Which API version was called: v1 and v2 word some refusals differently. */
  readonly format: CanonicalFormat;
}

/** The names that follow a model's fate by themselves; null where a category has none. */
export function relatedModels({ definition, name }: WriteTarget): string[] | null {
  return hasBackendVariants(definition) ? backendVariants(name) : null;
}

/**
 * Text models are written under their own names: those under which backends serve them follow by themselves.
 *
 * @throws RegistryError `bad_request`
 */
export function checkBackendPrefix({ definition, name, operation, format }: WriteTarget): void {
  if (!hasBackendVariants(definition) || !hasBackendPrefix(name)) return;
  const prefixes = textBackends.map(({ prefix }) => prefix).join(', ');
  const dash = format === 'v2' ? '—' : '-';
  const happens = operation === 'delete' ? 'deleted' : 'generated';
  throw new RegistryError(
    'bad_request',
    `Model name '${name}' contains a backend prefix (${prefixes}). Submit only the base model name ${dash} backend duplicates are ${happens} automatically.`,
  );
}

/**
 * A create needs a free name, an update or delete an existing model. Only live models count, queued ones do
 * not.
 *
 * @throws RegistryError `conflict`, `not_found`
 */
export function checkExistence(target: WriteTarget, exists: boolean): void {
  const { definition, name, operation, format } = target;
  if (operation === 'create') {
    if (!exists) return;
    throw new RegistryError(
      'conflict',
      `Model '${name}' already exists in category '${definition.name}'. Use PUT to update existing models.`,
    );
  }
  if (exists) return;
  const missing = format === 'v2' || operation === 'delete' ? 'not found' : 'does not exist';
  const hint = operation === 'update' ? '. Use POST to create new models.' : '';
  throw new RegistryError('not_found', `Model '${name}' ${missing} in category '${definition.name}'${hint}`);
}

function hasBackendVariants(definition: CategoryDefinition): boolean {
  return definition.name === 'text_generation';
}
