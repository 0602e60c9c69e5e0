import { isJsonObject } from '../../../kernel/json.ts';

/** A named set of settings of the horde, and the models that it asks for. */
export interface Style {
  readonly name: string;
  readonly models: readonly string[];
}

/** More than these are no file of styles: the public one has some hundreds. */
const mostStyles = 20_000;
/** Names that a style may ask for. */
const mostModels = 100;
const longestName = 512;

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= longestName;

/**
 * The styles of a file, in either form that the horde has: an object of styles by name, each with its
 * `model`, as the public repository of styles keeps them; or a list of `{name, models}`, as its API answers.
 * Styles that ask for no model are left out, and so is what cannot be read of the others.
 *
 * @throws TypeError saying what is wrong, when it is neither
 */
export function readStyles(content: unknown): Style[] {
  const named = entriesOf(content);
  if (named.length > mostStyles) throw new TypeError(`it has more than ${mostStyles} styles`);
  const styles = named.flatMap(([name, style]): Style[] => {
    if (!isName(name)) return [];
    const models = modelsOf(style);
    return models.length > 0 ? [{ name, models }] : [];
  });
  // Taken for an empty one it would say that no style uses any model.
  if (styles.length === 0 && named.length > 0) throw new TypeError('no style in it names a model');
  return styles;
}

function entriesOf(content: unknown): [name: unknown, style: unknown][] {
  if (Array.isArray(content)) {
    return content.map((style: unknown) => [isJsonObject(style) ? style.name : undefined, style]);
  }
  if (isJsonObject(content)) return Object.entries(content);
  throw new TypeError('it is neither an object nor a list of styles');
}

function modelsOf(style: unknown): string[] {
  if (!isJsonObject(style)) return [];
  const { model, models } = style;
  const listed = Array.isArray(models) ? models.slice(0, mostModels) : [];
  return [...new Set([model, ...listed].filter(isName))];
}
