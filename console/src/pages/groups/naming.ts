import type { NameSchema } from '../../api/group-edits.ts';
import type { NameParts } from '../../api/text-names.ts';
import type { GroupMembers } from '../../api/types.ts';
import { withoutEmptySize } from '../../parts/name-parts.ts';

/**
 * Composes the template of a naming schema from its parts and separator, such as `{author}/{base}-{size}`.
 * The registry composes the template in the same way for a schema that it infers.
 */
export function composeTemplate({ author_included, part_order, separator }: NameSchema): string {
  const parts = part_order.map((part) => `{${part}}`).join(separator || '-');
  return author_included ? `{author}/${parts}` : parts;
}

/**
 * Returns a naming schema with an edit applied. Recomposes the template from the parts, unless the edit sets
 * the template or the current template was edited by hand.
 */
export function applySchemaEdit(schema: NameSchema, edit: Partial<NameSchema>): NameSchema {
  const editedSchema = { ...schema, ...edit };
  const isTemplateComposed = (schema.template ?? '') === '' || schema.template === composeTemplate(schema);
  return 'template' in edit || !isTemplateComposed
    ? editedSchema
    : { ...editedSchema, template: composeTemplate(editedSchema) };
}

type Member = GroupMembers['members'][number];

/**
 * Returns the input for composing a model's name under a naming schema: the parts of the model's current
 * name, with the schema's order and separator.
 */
export function composeParts(schema: NameSchema, { name, parsed }: Member): NameParts {
  const slashIndex = name.indexOf('/');
  const author = slashIndex < 0 ? '' : name.slice(0, slashIndex);
  const { base_name, size, variant, version, quant } = parsed;
  return withoutEmptySize({
    author: schema.author_included ? schema.common_author || author || null : null,
    base_name: base_name.slice(base_name.indexOf('/') + 1),
    size: size ?? '',
    variant,
    version,
    quant,
    separator: schema.separator,
    part_order: schema.part_order,
  });
}
