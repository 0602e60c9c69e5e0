import { Command } from 'commander';
import { readEnvironment } from './read-environment.ts';
import { printText, type Terminal } from './terminal.ts';

export function openapiCommand(terminal: Terminal): Command {
  return new Command('openapi')
    .description('Print the OpenAPI 3.1 document of the API, as JSON.')
    .addHelpText(
      'after',
      '\nIts server URL is MODELREF_BASE_PATH.\n\nExample:\n  modelref openapi > openapi.json',
    )
    .action(async () => {
      const { settings } = await readEnvironment(terminal, 'PRIMARY');
      const { buildOpenApiDocument } = await import('../app/openapi.ts');
      printText(terminal, JSON.stringify(buildOpenApiDocument({ basePath: settings.basePath }), null, 2));
    });
}
