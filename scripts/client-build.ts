/** Builds `client/dist`, the content of the client's package. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { writeApiTypes } from './api-types.ts';
import { bundleClient } from './client-bundle.ts';

const client = join(import.meta.dirname, '../client');

await writeApiTypes();
await bundleClient(join(client, 'dist'));
const { status } = spawnSync(
  process.execPath,
  [join(client, '../node_modules/typescript-native/bin/tsc'), '--project', client, '--emitDeclarationOnly'],
  { stdio: 'inherit' },
);
// The compiler has printed what is wrong.
process.exit(status ?? 1);
