import { Command } from 'commander';
import { settingsMarkdown } from '../settings/markdown.ts';
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
    .action(async ({ markdown }: { markdown?: boolean }) => {
      if (markdown) {
        const { settingRows } = await import('../app/settings.ts');
        printText(terminal, settingsMarkdown(settingRows));
        return;
      }
      for (const { name, value, source } of (await readEnvironment(terminal, null)).shown) {
        terminal.print(`${name} = ${value}${source ? `  (${source})` : ''}`);
      }
    });
}
