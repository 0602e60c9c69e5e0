import { Command } from 'commander';
import { settingsMarkdown } from '../config/markdown.ts';
import { type Row, type SettingName, settingTable } from '../config/table.ts';
import { readEnvironment } from './read-environment.ts';
import { printText, type Terminal } from './terminal.ts';

export function checkConfigCommand(terminal: Terminal): Command {
  return new Command('check-config')
    .description('Check the environment as `serve` would, and print the settings it makes. Starts nothing.')
    .option('--markdown', 'print the reference of all settings instead (docs/configuration.md)')
    .addHelpText(
      'after',
      '\nExit code 1, and one line for each problem, when the environment is wrong. Passwords and secrets are not printed.',
    )
    .action(({ markdown }: { markdown?: boolean }) => {
      if (markdown) {
        printText(terminal, settingsMarkdown());
        return;
      }
      const { values, sources } = readEnvironment(terminal, null);
      for (const [name, row] of Object.entries(settingTable) as [SettingName, Row<unknown>][]) {
        const shown =
          values[name] === null && row.fallbackText ? row.fallbackText : row.kind.show(values[name]);
        terminal.print(`${name} = ${shown}${sources[name] ? `  (${sources[name]})` : ''}`);
      }
    });
}
