import { Command } from 'commander';
import { backupDatabase } from '../app.ts';
import { readEnvironment } from './read-environment.ts';
import type { Terminal } from './terminal.ts';

export function backupCommand(terminal: Terminal): Command {
  return new Command('backup')
    .description('Copy the SQLite database to a file while the service goes on.')
    .argument('<file>', 'where to write; replaced only when the copy is complete')
    .addHelpText(
      'after',
      `
The copy is the state of one moment. To restore it, stop the service, put the file in the place of the database (and remove that one's
-wal and -shm files), and start. PostgreSQL databases are backed up with pg_dump.

Example:
  modelref backup backups/registry-$(date +%F).db`,
    )
    .action(async (file: string) => {
      const { settings } = readEnvironment(terminal, 'PRIMARY');
      await backupDatabase(settings, file);
      terminal.print(`${file}: complete`);
    });
}
