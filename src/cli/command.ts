import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import type { Terminal } from './terminal.ts';

/** A positional argument. `T`: the type of its value. */
type ArgumentOf<T> = Argument & { readonly type?: T };

/**
 * A function that returns the option for a flag. `command` calls it with the flag, which it derives from the
 * option's key: `--most-used` from `mostUsed`. `T`: the type of the option's value in `run`.
 */
type OptionOf<T> = ((flag: string) => Option) & { readonly type?: T };

type Arguments<A extends readonly ArgumentOf<unknown>[]> = {
  -readonly [I in keyof A]: A[I] extends ArgumentOf<infer T> ? T : never;
};

export type OptionValues<O> = { readonly [Name in keyof O]: O[Name] extends OptionOf<infer T> ? T : never };

/**
 * Converts one word of the command line to a value. For an argument or option with several values, it is
 * called once per word: `before` is the list of the earlier values, and the result is that list with the new
 * value added.
 */
type Parser<T> = (text: string, before: T | undefined) => T;

interface Declaration<A extends readonly ArgumentOf<unknown>[], O> {
  readonly name: string;
  readonly about: string;
  readonly arguments?: A;
  /** The options by key: `mostUsed` is the flag `--most-used`. */
  readonly options?: O;
  /** The text that `--help` prints after the options. */
  readonly help?: string;
  readonly run: (terminal: Terminal, options: OptionValues<O>, ...values: Arguments<A>) => unknown;
}

/** Declares a command: its help, the values passed to `run`, and their validation. */
export function command<
  const A extends readonly ArgumentOf<unknown>[] = [],
  O extends Readonly<Record<string, OptionOf<unknown>>> = Readonly<Record<never, never>>,
>(declaration: Declaration<A, O>): (terminal: Terminal) => Command {
  return (terminal) => {
    const result = new Command(declaration.name).description(declaration.about);
    for (const each of declaration.arguments ?? []) result.addArgument(each);
    const flagDefaults: Record<string, boolean> = {};
    const mandatoryOptions: Option[] = [];
    for (const [name, option] of Object.entries(declaration.options ?? {})) {
      const newOption = option(`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
      // Checked after parsing, so that a mistyped option is reported as unknown instead of missing.
      if (newOption.mandatory) mandatoryOptions.push(newOption.makeOptionMandatory(false));
      result.addOption(newOption);
      if (newOption.isBoolean()) flagDefaults[name] = false;
    }
    if (declaration.help !== undefined) result.addHelpText('after', declaration.help);
    return result.action(async () => {
      for (const each of mandatoryOptions) {
        if (result.getOptionValue(each.attributeName()) === undefined)
          result.error(`error: required option '${each.flags}' not specified`);
      }
      const options = { ...flagDefaults, ...result.opts() } as OptionValues<O>;
      await declaration.run(terminal, options, ...(result.processedArgs as Arguments<A>));
    });
  };
}

/**
 * Declares a command whose `run` is in a module that is loaded only when the command runs, so that `--help`
 * is fast.
 * @returns a function that creates the command; its argument imports that module and returns its `run`
 */
export const lazyCommand =
  <
    const A extends readonly ArgumentOf<unknown>[] = [],
    O extends Readonly<Record<string, OptionOf<unknown>>> = Readonly<Record<never, never>>,
  >(
    declaration: Omit<Declaration<A, O>, 'run'>,
  ) =>
  (load: () => Promise<Declaration<A, O>['run']>) =>
    command<A, O>({
      ...declaration,
      run: async (terminal, options, ...values) =>
        (await load())(terminal, options, ...(values as Arguments<A>)),
    });

/** Declares a command with subcommands, such as `audit` with `audit verify`. */
export function commandGroup(
  name: string,
  about: string,
  commands: readonly ((terminal: Terminal) => Command)[],
  help = '',
): (terminal: Terminal) => Command {
  return (terminal) => {
    const group = new Command(name).description(about).addHelpText('after', help);
    for (const each of commands) group.addCommand(each(terminal));
    return group;
  };
}

export const requiredArgument = <T = string>(
  name: string,
  about: string,
  parse?: Parser<T>,
): ArgumentOf<NoInfer<T>> => argument(`<${name}>`, about, parse);

export const optionalArgument = <T = string>(
  name: string,
  about: string,
  parse?: Parser<T>,
): ArgumentOf<NoInfer<T> | undefined> => argument(`[${name}]`, about, parse);

/** An argument that takes one or more values. */
export const oneOrMoreArguments = <T = string>(
  name: string,
  about: string,
  parse?: Parser<T[]>,
): ArgumentOf<NoInfer<T>[]> => argument(`<${name}...>`, about, parse);

/** An argument that takes any number of values, including none. */
export const anyArguments = <T = string>(
  name: string,
  about: string,
  parse?: Parser<T[]>,
): ArgumentOf<NoInfer<T>[]> => argument(`[${name}...]`, about, parse);

function argument<T>(form: string, about: string, parse: Parser<T> | undefined): ArgumentOf<T> {
  const result = new Argument(form, about);
  return parse ? result.argParser(parse) : result;
}

/** An option without a value. */
export const flag =
  (about: string): OptionOf<boolean> =>
  (name) =>
    new Option(name, about);

/**
 * Declares an option with a value.
 * @param form the value's name in the help: `<name>`, or `<name...>` for an option that takes several values
 */
export const value =
  <T = string>(form: string, about: string, parse?: Parser<T>): OptionOf<NoInfer<T> | undefined> =>
  (name) => {
    const result = new Option(`${name} ${form}`, about);
    return parse ? result.argParser(parse) : result;
  };

export const values = (form: string, about: string) => value(form, about) as OptionOf<string[] | undefined>;

export const choice =
  <const T extends string>(form: string, values: readonly T[], about: string): OptionOf<T | undefined> =>
  (name) =>
    value(form, about)(name).choices(values);

export const choices = <T extends string>(form: string, values: readonly T[], about: string) =>
  choice(form, values, about) as OptionOf<T[] | undefined>;

export const mandatory =
  <T>(option: OptionOf<T | undefined>): OptionOf<T> =>
  (name) =>
    option(name).makeOptionMandatory();

export const withDefault =
  <T>(option: OptionOf<T | undefined>, defaultValue: T): OptionOf<T> =>
  (name) =>
    option(name).default(defaultValue);

/** Declares that an option may not be used together with the option whose key is `other`. */
export const withConflict =
  <T>(option: OptionOf<T>, other: string): OptionOf<T> =>
  (name) =>
    option(name).conflicts(other);

/**
 * Parses a whole number of at least 1.
 * @throws InvalidArgumentError, which is shown with the option's name
 */
export function parseWholeNumber(text: string): number {
  return createWholeNumberParser(1)(text);
}

export function createWholeNumberParser(min: number) {
  return (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= min) return number;
    throw new InvalidArgumentError(`Expected a whole number from ${min}.`);
  };
}

/**
 * Parses a whole number of at least 1, for an argument or option that takes several numbers. Returns the list
 * `before` with this number added.
 * @throws InvalidArgumentError, which is shown with the name of the argument or option
 */
export function parseWholeNumbers(text: string, before: number[] | undefined): number[] {
  return [...(before ?? []), parseWholeNumber(text)];
}
