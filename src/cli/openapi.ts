import { command } from './command.ts';
import { readEnvironment } from './read-environment.ts';
import { printText } from './terminal.ts';

export const openapiCommand = command({
  name: 'openapi',
  about: 'Print the OpenAPI 3.1 document of the API, as JSON.',
  help: '\nIts server URL is MODELREF_BASE_PATH.\n\nExample:\n  modelref openapi > openapi.json',
  async run(terminal) {
    const { settings } = await readEnvironment(terminal, 'PRIMARY');
    const { openApiDocument } = await import('../app/openapi.ts');
    printText(terminal, JSON.stringify(await openApiDocument(settings), null, 2));
  },
});
