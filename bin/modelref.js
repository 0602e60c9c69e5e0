#!/usr/bin/env -S MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 node --max-semi-space-size=8
// Requests leave little behind: without that bound, the space for young objects grows to 64 MB under load,
// for no gain in speed. And memory that was freed goes back to the system: glibc keeps pieces of up to 32 MB
// else, in an arena for each thread, which took 30 to 70 MB.
//
// Plain JavaScript that every Node can read, so that an old one gets a plain word instead of a crash.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const needed = 24;
const found = process.versions.node;
if (Number(found.split('.')[0]) < needed) {
  console.error(`modelref needs Node.js ${needed} or newer; this is ${found} (${process.execPath}).`);
  process.exit(1);
}
// The published package has dist/; a checkout runs its sources.
const built = new URL('../dist/main.js', import.meta.url);
const sources = new URL('../src/main.ts', import.meta.url);
// As `src/main.ts` does for those who start that. Else Node loads what takes types out of TypeScript for this one
// file, and keeps it: 9 MiB.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/modelref/', import.meta.url)));
await import(existsSync(sources) ? sources.href : built.href);
