import type { JsonObject } from '../../kernel/json.ts';
import { type ParsedTextName, parseTextName, quantPatterns } from './parse.ts';

/** The rules by which the names of a group are composed. Part names are not restricted. */
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

/** Returns the start of a custom schema: these defaults, not what could be inferred from the names. */
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

/** The fields of a schema to set; absent and null fields stay unchanged. */
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
  /** The size of the model, like `7B`; may be empty. */
  size: string;
  variant?: string | null | undefined;
  version?: string | null | undefined;
  quant?: string | null | undefined;
  /** The separator of the parts; `-` when null or empty. */
  separator?: string | null | undefined;
  /** The parts in their order; a label given twice is written twice, an unknown one is skipped. */
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

/**
 * Infers the rules of a group from its names.
 * @param names of the members without backend prefix, in stored order
 */
export function inferNameFormat(names: readonly string[]): NameFormat {
  if (names.length === 0) return formatOfNothing();
  const split = names.map(splitAuthor);
  const authors = new Set(split.flatMap(({ author }) => author ?? []));
  const parsed = split.map(({ rest }) => parseTextName(rest));
  const separator = commonSeparator(split.map(({ rest }) => rest));
  const partOrder = partsInOrder(richest(parsed));
  return {
    separator,
    part_order: partOrder,
    author_included: authors.size > 0,
    common_author: authors.size === 1 ? [...authors][0]! : null,
    template: (authors.size > 0 ? '{author}/' : '') + partOrder.map((part) => `{${part}}`).join(separator),
    extra_parts: [...new Set(parsed.flatMap(({ extras }) => extras.map((extra) => extra.inferred_type)))],
  };
}

function formatOfNothing(): NameFormat {
  return {
    separator: '-',
    part_order: [...defaultPartOrder],
    author_included: false,
    common_author: null,
    template: '{base}-{size}',
    extra_parts: [],
  };
}

function splitAuthor(name: string): { author: string | null; rest: string } {
  const slash = name.indexOf('/');
  return slash === -1
    ? { author: null, rest: name }
    : { author: name.slice(0, slash), rest: name.slice(slash + 1) };
}

const everyQuant = quantPatterns.map((quant) => new RegExp(quant, 'giu'));

/**
 * Returns the separator of most names: `_` only when it occurs more often than `-`. Underscores within
 * quantisations are not counted.
 */
function commonSeparator(names: readonly string[]): '-' | '_' {
  let lead = 0;
  for (const name of names) {
    for (const character of everyQuant.reduce((rest, quant) => rest.replace(quant, ''), name)) {
      if (character === '_') lead += 1;
      else if (character === '-') lead -= 1;
    }
  }
  return lead > 0 ? '_' : '-';
}

/** The name with the most tokens, the first of them on a tie. */
function richest(names: readonly ParsedTextName[]): ParsedTextName {
  const tokens = ({ size, variant, version, quant, extras }: ParsedTextName): number =>
    [size, variant, version, quant].filter((part) => part !== null).length + extras.length;
  return names.reduce((best, name) => (tokens(name) > tokens(best) ? name : best));
}

/**
 * Lists the parts in the order in which their text first stands in the name. A part that does not stand there is
 * left out: a base that was stitched together from the pieces between tokens.
 */
function partsInOrder(name: ParsedTextName): string[] {
  const parts: [label: string, value: string | null][] = [
    ['base', name.base_name],
    ['size', name.size],
    ['variant', name.variant],
    ['version', name.version],
    ['quant', name.quant],
    ...name.extras.map((extra): [string, string] => [`extra:${extra.inferred_type}`, extra.value]),
  ];
  const text = name.original_name.toLowerCase();
  return parts
    .flatMap(([label, value]) => (value === null ? [] : { label, at: text.indexOf(value.toLowerCase()) }))
    .filter(({ at }) => at !== -1)
    .sort((a, b) => a.at - b.at)
    .map(({ label }) => label);
}
