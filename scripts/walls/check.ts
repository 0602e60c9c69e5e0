/** Reads the imports of source files with dependency-cruiser and compares them with the table of walls. */
import {
  cruise,
  type ICruiseOptions,
  type ICruiseResult,
  type IDependency,
  type IForbiddenRuleType,
} from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { packageOf, roomOf, rulesOf } from './rules.ts';
import type { Room, Walls } from './table.ts';

/** An import that a rule forbids. `to` is a path below the folder, or the name of a module of Node. */
export interface Violation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

export interface Checked {
  /** How many files were read. */
  readonly files: number;
  readonly violations: readonly Violation[];
  /** What is wrong with the table itself, each in a sentence. */
  readonly untrue: readonly string[];
}

/**
 * Checks the files below `folder` against the walls.
 *
 * @param paths files and folders in it
 */
export async function checkWalls(walls: Walls, folder: string, paths: readonly string[]): Promise<Checked> {
  const read = await readImports(rulesOf(walls), folder, paths);
  return { files: read.modules.length, violations: read.violations, untrue: untrueRows(walls, read.modules) };
}

interface SourceFile {
  readonly source: string;
  readonly dependencies: readonly IDependency[];
}

/** The source files, packages left out, and what the rules say about their imports. */
export async function readImports(
  forbidden: readonly IForbiddenRuleType[],
  folder: string,
  paths: readonly string[],
): Promise<{ modules: SourceFile[]; violations: Violation[] }> {
  const options: ICruiseOptions = {
    baseDir: folder,
    validate: true,
    ruleSet: { forbidden: [...forbidden] },
    doNotFollow: { path: 'node_modules' },
    // Type-only imports count.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  };
  const { output } = await cruise([...paths], options, undefined, {
    tsConfig: extractTSConfig('tsconfig.json'),
  });
  const { summary, modules } = output as ICruiseResult;
  return {
    modules: modules.filter(
      ({ source, coreModule, couldNotResolve }) => !coreModule && !couldNotResolve && !packageOf(source),
    ),
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  };
}

/** Files that no room has, and permissions that nobody makes use of: these would hide what comes later. */
function untrueRows(walls: Walls, modules: readonly SourceFile[]): string[] {
  const used = new Map(Object.keys(walls).map((room) => [room, new Set<string>()]));
  const homeless: string[] = [];
  for (const { source, dependencies } of modules) {
    const from = roomOf(walls, source);
    if (from === undefined) homeless.push(source);
    else for (const dependency of dependencies) used.get(from)?.add(nameOf(walls, dependency));
  }
  const unused = Object.entries(walls).flatMap(([room, row]) =>
    allowances(row)
      .filter((allowed) => !used.get(room)?.has(allowed))
      .map(
        (allowed) => `'${room}' may import '${allowed}' but does not: take it out of scripts/walls/table.ts`,
      ),
  );
  return [...homeless.map((file) => `${file} belongs to no room of scripts/walls/table.ts`), ...unused];
}

const allowances = ({ rooms = [], packages = [], builtins = [] }: Room): string[] => [
  ...rooms,
  ...packages,
  ...builtins.map((name) => `node:${name}`),
];

function nameOf(walls: Walls, { resolved, coreModule }: IDependency): string {
  if (coreModule) return `node:${resolved.replace(/^node:/, '')}`;
  return packageOf(resolved) ?? roomOf(walls, resolved) ?? resolved;
}
