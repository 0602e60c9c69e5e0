import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

/** The document that the service itself gives, and a folder of clients that were made of it and compiled. */
export interface GeneratedClients {
  readonly document: OpenApiDocument;
  /** A compiled program of this folder. */
  program(name: string): Promise<Record<string, unknown>>;
}

export interface OpenApiDocument {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly operationId: string; readonly tags: readonly string[] }>>
    >
  >;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const folders: string[] = [];
const made = new Map<string, Promise<GeneratedClients>>();

/** Makes them once for each document. */
export async function generatedClients(origin: string): Promise<GeneratedClients> {
  const text = await (await fetch(`${origin}/api/openapi.json`)).text();
  const known = made.get(text) ?? generate(JSON.parse(text) as OpenApiDocument & OpenAPI3);
  made.set(text, known);
  return known;
}

export function removeGeneratedClients(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

/**
 * @throws Error with the compiler's words, when a generator's code, or a program over it, is not right by the
 * strictest rules
 */
async function generate(document: OpenApiDocument & OpenAPI3): Promise<GeneratedClients> {
  const folder = mkdtempSync(join(tmpdir(), 'generated-clients-'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  folders.push(folder);
  await createClient({
    input: structuredClone(document) as never,
    output: { path: join(folder, 'hey-api'), module: { extension: '.js' } },
    logs: { level: 'silent' },
  });
  writeFileSync(join(folder, 'openapi-typescript.ts'), astToString(await openapiTS(document)));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const program of programs) {
    cpSync(join(import.meta.dirname, `${program}.program.ts`), join(folder, `${program}.program.ts`));
  }
  await compile(folder);
  return { document, program: (name) => import(join(folder, `${name}.program.js`)) };
}

const programs = ['hey-api', 'openapi-fetch'];

async function compile(folder: string): Promise<void> {
  const options = [
    ...['--target', 'es2024', '--module', 'nodenext', '--types', 'node', '--ignoreConfig'],
    ...['--strict', '--noUncheckedIndexedAccess', '--skipLibCheck'],
  ];
  const files = programs.map((program) => join(folder, `${program}.program.ts`));
  const tsc = resolve('node_modules/typescript-native/bin/tsc');
  try {
    await promisify(execFile)(process.execPath, [tsc, ...options, ...files]);
  } catch (error) {
    throw new Error(`the generated clients do not compile:\n${(error as { stdout: string }).stdout}`);
  }
}
