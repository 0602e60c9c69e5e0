import type { NameSchema } from '../../api/group-edits.ts';
import type { NameParts } from '../../api/text-names.ts';
import type { GroupMembers } from '../../api/types.ts';
import { withoutEmptySize } from '../../parts/name-parts.ts';

/**
 * Gives the template of a naming schema, such as `{author}/{base}-{size}`, in the form that the registry uses
 * for schemas that it infers.
 */
export function templateOf({ author_included, part_order, separator }: NameSchema): string {
  const parts = part_order.map((part) => `{${part}}`).join(separator || '-');
  return author_included ? `{author}/${parts}` : parts;
}

/**
 * Gives a naming schema with an edit applied. The template is computed anew from the parts, unless the edit
 * sets it or somebody wrote it by hand.
 */
export function withSchemaEdit(schema: NameSchema, edit: Partial<NameSchema>): NameSchema {
  const next = { ...schema, ...edit };
  const follows = (schema.template ?? '') === '' || schema.template === templateOf(schema);
  return 'template' in edit || !follows ? next : { ...next, template: templateOf(next) };
}

type Member = GroupMembers['members'][number];

/**
 * Gives the parts of a model's name, with the order and separator of a naming schema. From them, the service
 * composes the name that the model should have under the schema.
 */
export function partsUnder(schema: NameSchema, { name, parsed }: Member): NameParts {
  const slash = name.indexOf('/');
  const author = slash < 0 ? '' : name.slice(0, slash);
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
