import { defaultPartOrder, type NameFormat } from './name-schema.ts';
import { type ParsedTextName, parseTextName } from './parse.ts';
import { quantPatterns } from './token-rules.ts';

/**
 * Infers from names how a group puts its names together.
 *
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
 * `_` only where it clearly prevails: quantisations contain underscores of their own, so those are not
 * counted.
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
 * The parts by where their text first stands in the name. A part that does not stand there is left out: a
 * base that was stitched together from the pieces between tokens.
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
