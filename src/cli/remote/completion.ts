import type { Command } from 'commander';
import { chosen, command } from '../command.ts';
import { printText } from '../terminal.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

/**
 * Makes the command that prints completions for a shell.
 *
 * @param program gives the program with all its commands; called when the command runs
 */
export const completionCommand = (program: () => Command) =>
  command({
    name: 'completion',
    about: 'Print a script with which a shell completes the commands of modelref.',
    arguments: [chosen('shell', shells, 'the shell')],
    help: `
Examples:
  modelref completion bash > ~/.local/share/bash-completion/completions/modelref
  modelref completion zsh > "\${fpath[1]}/_modelref"
  modelref completion fish > ~/.config/fish/completions/modelref.fish`,
    run: (terminal, _, shell) => printText(terminal, scripts[shell](wordsOf(program()))),
  });

/** A command or subcommand, with the words that may follow it. */
interface Words {
  /** The command's words, such as `list` or `audit verify`; empty for the program itself. */
  readonly command: string;
  /** The subcommands, or the allowed values of the command's arguments. */
  readonly subcommands: readonly { readonly name: string; readonly about: string }[];
  readonly options: readonly {
    readonly name: string;
    readonly about: string;
    readonly choices: readonly string[];
  }[];
}

function wordsOf(command: Command, path: readonly string[] = []): Words[] {
  const options = command.options.flatMap(({ long, description, argChoices }) =>
    long ? [{ name: long, about: description, choices: argChoices ?? [] }] : [],
  );
  const values = command.registeredArguments.flatMap(({ argChoices, description }) =>
    (argChoices ?? []).map((name) => ({ name, about: description })),
  );
  const own = {
    command: path.join(' '),
    subcommands: [
      ...command.commands.map((each) => ({ name: each.name(), about: each.description() })),
      ...values,
    ],
    options: [...options, { name: '--help', about: 'display help', choices: [] }],
  };
  return [own, ...command.commands.flatMap((each) => wordsOf(each, [...path, each.name()]))];
}

const names = ({ subcommands, options }: Words) =>
  [...subcommands, ...options].map(({ name }) => name).join(' ');

const scripts: Readonly<Record<Shell, (words: readonly Words[]) => string>> = {
  bash: (words) => `# bash completion of modelref
_modelref() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command= each
  for each in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${command:+$command }$each" in
${words
  .filter(({ command }) => command !== '')
  .map(({ command }) => `      '${command}') command='${command}' ;;`)
  .join('\n')}
    esac
  done
  case "$command:$before" in
${choicesOf(words)
  .map(
    ({ command, name, choices }) =>
      `    '${command}:${name}') COMPREPLY=($(compgen -W '${choices}' -- "$word")); return ;;`,
  )
  .join('\n')}
  esac
  case "$command" in
${words.map((each) => `    '${each.command}') COMPREPLY=($(compgen -W '${names(each)}' -- "$word")) ;;`).join('\n')}
  esac
}
complete -o default -F _modelref modelref`,

  zsh: (words) => `#compdef modelref
_modelref() {
  local command= each
  for each in \${words[2,CURRENT-1]}; do
    case "\${command:+$command }$each" in
${words
  .filter(({ command }) => command !== '')
  .map(({ command }) => `      ('${command}') command='${command}' ;;`)
  .join('\n')}
    esac
  done
  local -a candidates
  case "$command:\${words[CURRENT-1]}" in
${choicesOf(words)
  .map(({ command, name, choices }) => `    ('${command}:${name}') compadd -- ${choices}; return ;;`)
  .join('\n')}
  esac
  case "$command" in
${words
  .map(({ command, subcommands, options }) => {
    const all = [...subcommands, ...options].map(({ name, about }) => quoted(`${name}:${about}`));
    return `    ('${command}') candidates=(${all.join(' ')}) ;;`;
  })
  .join('\n')}
  esac
  _describe 'modelref' candidates
  _files
}
_modelref "$@"`,

  fish: (words) =>
    words
      .flatMap(({ command, subcommands, options }) => {
        const steps = command.split(' ').filter((step) => step !== '');
        const deeper = subcommands.map(({ name }) => name).join(' ');
        const when = [
          ...steps.map((step) => `__fish_seen_subcommand_from ${step}`),
          ...(deeper === '' ? [] : [`not __fish_seen_subcommand_from ${deeper}`]),
        ].join('; and ');
        const line = (rest: string, about: string) =>
          `complete -c modelref -n ${quotedForFish(when === '' ? 'true' : when)} ${rest} -d ${quotedForFish(about)}`;
        return [
          ...subcommands.map(({ name, about }) => line(`-f -a ${name}`, about)),
          ...options.map(({ name, about, choices }) =>
            line(
              `-l ${name.slice(2)}${choices.length > 0 ? ` -x -a ${quotedForFish(choices.join(' '))}` : ''}`,
              about,
            ),
          ),
        ];
      })
      .join('\n'),
};

const choicesOf = (words: readonly Words[]) =>
  words.flatMap(({ command, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map(({ name, choices }) => ({ command, name, choices: choices.join(' ') })),
  );

/** Quotes any text as one word of a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Quotes a text for fish, in which a backslash escapes a quote inside of quotes. */
const quotedForFish = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;
