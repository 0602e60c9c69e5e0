/** Pages that are made from declarations in the code. `npx vitest run test/docs/reference.test.ts -u` writes them. */
import type { Argument, Command, Option } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from '../../src/cli/command-line.ts';
import { serverOptions } from '../../src/cli/remote/registry.ts';
import { findingFacts } from '../../src/modules/queue/findings/finding.ts';
import { rules } from '../../src/modules/queue/risk-rules.ts';

const written =
  '<!-- Written by `npx vitest run test/docs/reference.test.ts -u`; the same test compares it. -->';

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return `${[line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')}\n`;
}

test('docs/findings.md lists all findings and risks', async () => {
  const findings = Object.entries(findingFacts).map(([rule, { severity, when }]) => [
    severity,
    `\`${rule}\``,
    when,
  ]);
  const risks = rules.map(({ rule, level, when }) => [
    typeof level === 'string' ? level : 'look or high',
    `\`${rule}\``,
    when,
  ]);
  const page = `# Findings and risks

${written}

What the registry reports to reviewers about a proposed change. Findings and risks never block a change, nor do they change the number of approvals.

## Findings

\`findings\` of a diff, a dry run or a list, the worst first. **Critical**: may harm workers or another model. **Warning**: the record is probably not what its author meant. **Note**: worth knowing. Names are checked for new models only.

${table(['severity', 'finding', 'when'], findings)}
## Risks

The \`risk\` of an open change is the level of its worst reason in \`risk_reasons\`, else \`low\`. It is computed on request. \`GET …/changes?risks=low\` filters by it, \`sort=risk\` lists the riskiest first.

${table(['level', 'reason', 'when'], risks)}`;
  await expect(page).toMatchFileSnapshot('../../docs/findings.md');
});

test('docs/commands.md lists all commands and options', async () => {
  const terminal = { environment: {}, givenEnvironment: {}, print: () => {}, note: () => {}, screen: null };
  const program = createProgram(terminal);
  const help = program.createHelp();
  const plain = (text: string) => text.replaceAll('<', '&lt;');
  const head = ['argument or option', 'meaning'];
  const optionRow = (option: Option) => [`\`${option.flags}\``, plain(help.optionDescription(option))];
  const ofAll = Object.entries(serverOptions).map(([name, make]) =>
    make(`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`),
  );

  const section = (command: Command, parents: string): string => {
    const name = `${parents} ${command.name()}`;
    if (command.commands.length > 0) {
      return command.commands.map((each) => section(each, name)).join('\n');
    }
    const rows = [
      ...command.registeredArguments.map((argument) => [
        `\`${termOf(argument)}\``,
        plain(help.argumentDescription(argument)),
      ]),
      ...command.options
        .filter(
          ({ flags, description }) =>
            !ofAll.some((all) => all.flags === flags && all.description === description),
        )
        .map(optionRow),
    ];
    const options = rows.length === 0 ? '' : `\n${table(head, rows)}`;
    return `### ${name}\n\n${plain(command.description())}\n${options}`;
  };

  const groups = Map.groupBy(program.commands, (command) => command.helpGroup());
  const page = `# All commands

${written}

The output of \`--help\` of each command. Examples and exit codes: [command line](cli.md). The commands that call a registry (all up to \`pull\`) have these options too:

${table(head, ofAll.map(optionRow))}
${[...groups]
  .map(
    ([heading, commands]) =>
      `## ${heading.replace(/:$/, '')}\n\n${commands.map((each) => section(each, 'modelref')).join('\n')}`,
  )
  .join('\n')}`;
  await expect(page).toMatchFileSnapshot('../../docs/commands.md');
});

/** An argument as usage lines write it: `<change...>`, `[file]`. */
function termOf(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}
