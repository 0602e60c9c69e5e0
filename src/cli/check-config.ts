import { settingsMarkdown } from '../settings/markdown.ts';
import { command, flag } from './command.ts';
import { readEnvironment } from './read-environment.ts';
import { printText } from './terminal.ts';

export const checkConfigCommand = command({
  name: 'check-config',
  about: 'Validate the environment and print the resulting settings, without starting the service.',
  options: { markdown: flag('print the reference of all settings instead (docs/configuration.md)') },
  help: '\nExit code 1, and one line for each problem, when the environment is wrong. Passwords and secrets are not printed.',
  async run(terminal, { markdown }) {
    if (markdown) {
      const { settingRows } = await import('../app/settings.ts');
      printText(terminal, settingsMarkdown(settingRows));
      return;
    }
    for (const { name, value, source } of (await readEnvironment(terminal, null)).shown) {
      terminal.print(`${name} = ${value}${source ? `  (${source})` : ''}`);
    }
  },
});
