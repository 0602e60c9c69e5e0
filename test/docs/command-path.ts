import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

/**
 * A folder with a `modelref` that runs the checkout, for the front of PATH; and an environment that a document's
 * commands run in, with the npm of the machine.
 */
export async function commandPath(): Promise<
  AsyncDisposable & { readonly folder: string; readonly path: string }
> {
  const folder = await mkdtemp(join(tmpdir(), 'modelref-docs-'));
  const script = `#!/bin/sh\nexec '${process.execPath}' '${resolve('bin/modelref.js')}' "$@"\n`;
  await writeFile(join(folder, 'modelref'), script);
  await chmod(join(folder, 'modelref'), 0o755);
  return {
    folder,
    path: [folder, process.env.PATH ?? ''].join(delimiter),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
