import { command } from '../command.ts';
import { printJson } from './output.ts';
import { openServer, serverOptions } from './registry.ts';

export const whoamiCommand = command({
  name: 'whoami',
  about: 'Say whose key is used, and what its account may do.',
  options: serverOptions,
  help: '\nWith --json: the account and its roles.\n\nExample:\n  modelref whoami',
  async run(terminal, options) {
    const client = openServer(terminal, options);
    const account = await client.roles();
    if (options.json) return printJson(terminal, account);
    const { username, roles } = account;
    const may = roles.length > 0 ? roles.join(' and ') : 'neither requestor nor approver';
    terminal.print(`${username}: ${may}, at ${client.server}`);
  },
});
