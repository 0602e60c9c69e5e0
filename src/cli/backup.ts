import { Command } from 'commander';
import { readEnvironment } from './read-environment.ts';
import type { Terminal } from './terminal.ts';

export function backupCommand(terminal: Terminal): Command {
  return new Command('backup')
    .description('Copy the SQLite database to a file while the service goes on.')
    .argument('<file>', 'where to write: there when the copy is complete, checked and on the disk')
    .option('--force', 'replace the file when it is there already')
    .addHelpText(
      'after',
      `
The copy is the state of one moment, readable by its owner alone. Whatever would touch the database itself is refused, under every
name it goes by. To restore it, stop the service, put the file in the place of the database (and remove that one's
-wal and -shm files), and start. PostgreSQL databases are backed up with pg_dump.

Example:
  modelref backup backups/registry-$(date +%F).db`,
    )
    .action(async (file: string, { force = false }: { force?: boolean }) => {
      const { settings } = readEnvironment(terminal, 'PRIMARY');
      const { backupDatabase } = await import('../app/open-database.ts');
      await backupDatabase(settings, file, { replace: force });
      terminal.print(`${file}: complete`);
    });
}
