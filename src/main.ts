import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Where it can be written, the next start finds its code compiled. In a folder of its own: in the temporary
// one others might plant code.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/modelref/', import.meta.url)));
const { runCommandLine } = await import('./cli/command-line.ts');

process.exitCode = await runCommandLine(process.argv.slice(2));
