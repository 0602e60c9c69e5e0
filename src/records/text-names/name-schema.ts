import type { JsonObject } from '../../kernel/json.ts';

/** How the names of a group are put together. Part names are not restricted. */
export interface GroupNameSchema {
  separator: string;
  part_order: string[];
  author_included: boolean;
  /** The author of all members, where there is just one. */
  common_author: string | null;
  /** Like `{author}/{base}-{size}`. */
  template: string | null;
  /** Types of further tokens that occur in names, like `DATE`. */
  extra_parts: string[];
}

/** A schema as a group shows it: a custom schema without template has `''`. */
export type NameFormat = GroupNameSchema & { template: string };

/** The order of parts in a composed name unless another is given. */
export const defaultPartOrder: readonly string[] = ['base', 'size', 'variant', 'version', 'quant'];

/** What a custom schema starts from: these defaults, not what could be inferred from the names. */
export function defaultNameSchema(): GroupNameSchema {
  return {
    separator: '-',
    part_order: [...defaultPartOrder],
    author_included: true,
    common_author: null,
    template: null,
    extra_parts: [],
  };
}

/** The fields of a schema to set; what is absent or null stays as it is. */
export type NameSchemaUpdate = {
  [Field in keyof GroupNameSchema]?: GroupNameSchema[Field] | null | undefined;
};

/** Lays an update over the stored custom schema or, without one, over the defaults. */
export function mergeNameSchema(stored: GroupNameSchema | null, update: NameSchemaUpdate): GroupNameSchema {
  const base = stored ?? defaultNameSchema();
  return {
    separator: update.separator ?? base.separator,
    part_order: update.part_order ?? base.part_order,
    author_included: update.author_included ?? base.author_included,
    common_author: update.common_author ?? base.common_author,
    template: update.template ?? base.template,
    extra_parts: update.extra_parts ?? base.extra_parts,
  };
}

/** Reads a schema that `mergeNameSchema` made from the JSON it was stored as. */
export function storedNameSchema(json: JsonObject): GroupNameSchema {
  return mergeNameSchema(null, json as unknown as NameSchemaUpdate);
}

export function formatOfSchema(schema: GroupNameSchema): NameFormat {
  return { ...schema, template: schema.template ?? '' };
}

export interface NameParts {
  author?: string | null | undefined;
  base_name: string;
  /** May be empty. */
  size: string;
  variant?: string | null | undefined;
  version?: string | null | undefined;
  quant?: string | null | undefined;
  /** `-` when null or empty. */
  separator?: string | null | undefined;
  /** Which parts in which order; a label given twice is written twice, an unknown one is skipped. */
  part_order?: readonly string[] | null | undefined;
}

/**
 * Puts a name together from its parts.
 *
 * @example composeTextName({ author: 'acrastt', base_name: 'Marx', size: '3B', version: 'V3' }) //
 * 'acrastt/Marx-3B-V3'
 */
export function composeTextName(parts: NameParts): string {
  const available = new Map([
    ['base', parts.base_name],
    ['size', parts.size],
  ]);
  for (const optional of ['variant', 'version', 'quant'] as const) {
    const value = parts[optional];
    if (value) available.set(optional, value);
  }
  const order = parts.part_order?.length ? parts.part_order : defaultPartOrder;
  const name = order.flatMap((label) => available.get(label) ?? []).join(parts.separator || '-');
  return parts.author ? `${parts.author}/${name}` : name;
}
