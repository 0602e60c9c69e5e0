import { Command } from 'commander';
import { readEnvironment } from './read-environment.ts';
import type { Terminal } from './terminal.ts';

export function serveCommand(terminal: Terminal): Command {
  return new Command('serve')
    .description(
      'Run the service, as the environment says. Stops on SIGTERM or SIGINT, after the requests under way.',
    )
    .addHelpText(
      'after',
      `
MODELREF_REPLICATE_MODE has to be set (PRIMARY or REPLICA); everything else has a default. Check an environment
without starting anything: modelref check-config

Example:
  MODELREF_REPLICATE_MODE=PRIMARY MODELREF_PENDING_QUEUE__APPROVER_IDS=1234 modelref serve`,
    )
    .action(async () => {
      const read = await readEnvironment(terminal, null);
      const { runService } = await import('./run-service.ts');
      await runService(read);
    });
}
