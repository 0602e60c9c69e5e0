import { stripAuthor, stripBackendPrefix } from './backends.ts';
import { parseTextName } from './parse.ts';

/**
 * The group a model belongs to by its name: the base name without backend prefix and author. Aliases are not
 * applied.
 *
 * @example groupOfName('koboldcpp/Marx-3B-V3') // 'Marx'
 */
export function groupOfName(name: string): string {
  return parseTextName(stripAuthor(stripBackendPrefix(name))).base_name;
}
