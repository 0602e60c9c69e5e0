/**
 * The walls: rules on which source file may import which. Type-only imports count. In patterns, `*` stands
 * for any text without `/`, `**` for any text, and `{a,b}` for `a` or `b`.
 */
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';

/**
 * The layers of `src` in rows, the lowest row first. A layer may import from itself and from lower rows, but
 * not from another layer in its row: `store`, `outside` and `serving` do not import each other.
 */
export const layers = 'kernel < records < settings < store outside serving < modules < app < cli < main.ts'
  .split(' < ')
  .map((row) => row.split(' ').map((name) => `src/${name}`));

/** Files and folders outside of `src` whose imports are checked too. They may import nothing from `src`. */
export const besides = ['bin', 'client/src', 'console/src', 'console/vite.config.ts'];

const above = 'src/{app,cli}/**';
const http = 'src/modules/**/http*.ts';
const metrics = 'src/modules/**/metrics*.ts';
const base = 'src/modules/base.ts';
const module = 'src/modules/*/module.ts';
const hotReads = 'src/modules/catalog/hot/**';
const editionFolder = 'src/modules/edition/folder.ts';
const resizing = 'src/modules/pictures/resize.ts';
const remoteFiles = 'src/outside/remote-files.ts';
const packageFiles = 'src/serving/{version,openapi/package-files}.ts';
const [diskCache, viteConfig] = ['client/src/disk-cache.ts', 'console/vite.config.ts'];
const nodeUsers = ['src/{kernel,store,outside,serving,modules}/**', above, diskCache, viteConfig];

/**
 * The permissions to import. Each row has a pattern `what` for packages, modules of Node or source files, and
 * the places that may import them. The first row whose pattern matches an import decides; an import that
 * matches no row is forbidden.
 */
export const homes: readonly (readonly [what: string, places: readonly string[]])[] = [
  ['kysely', ['src/store/**', 'src/modules/**/store*.ts', 'src/app/{backup,copy-database}.ts']],
  ['pg', ['src/store/**']],
  ['better-sqlite3', ['src/store/**', 'src/app/backup.ts']],
  ['{fastify,@fastify/cors}', ['src/serving/**', http, 'src/app/**']],
  ['{undici,@octokit/rest}', ['src/outside/**']],
  ['pino-pretty', ['src/app/foundation.ts']],
  ['prom-client', ['src/serving/metrics/**', metrics, 'src/app/open-clients.ts']],
  ['pino', ['src/serving/**', base, module, 'src/app/**']],
  ['{commander,cli-progress}', ['src/cli/**']],
  ['zod', ['src/records/**', 'src/{outside,serving}/**', 'src/modules/**']],
  ['lru-cache', ['src/{store,outside}/**', 'src/modules/**']],
  ['p-limit', ['src/kernel/ready-body.ts', 'src/serving/**', 'src/modules/**', 'src/cli/**']],
  ['{feed,jsonc-parser}', ['src/modules/**']],
  ['markdown-it', ['src/modules/guidance/raw-html.ts', 'console/src/parts/CommonMark.tsx']],
  ['sharp', ['src/modules/pictures/resize-process.ts']],
  ['unhomoglyph', ['src/records/look-alike.ts']],
  ['{@mantine/*,@tanstack/react-*,react,react-dom}', ['console/src/**']],
  ['{vite,@vitejs/plugin-react}', [viteConfig]],

  ['node:crypto', ['src/records/hash.ts', ...nodeUsers]],
  ['node:{events,path,stream,stream/promises,stream/consumers,timers/promises,util,zlib}', nodeUsers],
  ['node:{module,url}', ['bin/*', 'src/main.ts', packageFiles, 'src/app/pages/**', resizing]],
  ['node:fs', ['bin/*', 'src/kernel/files/**', 'src/store/**', packageFiles, above, viteConfig]],
  [
    'node:fs/promises',
    ['src/kernel/files/**', 'src/outside/git-repository.ts', editionFolder, packageFiles, above, diskCache],
  ],
  ['node:net', ['src/settings/**', 'src/{outside,serving}/**', hotReads, 'src/app/**']],
  ['node:http', ['src/serving/**', hotReads, 'src/app/demo/**']],
  ['node:dns', ['src/outside/**']],
  ['node:child_process', ['src/outside/run-git.ts', 'src/cli/remote/edit.ts', resizing]],
  ['node:os', ['src/modules/operations/{health,module}.ts', above]],
  ['node:{readline/promises,v8}', [above]],

  // A package entry of its own, because browsers cannot load it.
  [diskCache, []],
  ['client/src/**', ['client/src/**', 'console/src/**', 'src/modules/drafts/**', 'src/cli/**']],
  ['console/src/**', ['console/**']],
  ['src/outside/guarded/**', ['src/outside/guarded/**', above]],
  [remoteFiles, ['src/outside/guarded/**', 'src/modules/{drafts,files,pictures}/**', above]],
  ['src/serving/**', ['src/serving/**', http, metrics, base, hotReads, above]],
  ['src/**', ['src/**']],
];

/** The files of a module that others may import, and the places that may import them. */
const faces: readonly (readonly [file: string, places: string])[] = [
  ['src/modules/*/index.ts', 'src/**'],
  ['src/modules/*/module.ts', above],
  ['src/modules/*/http*.ts', 'src/app/**'],
  ['src/modules/*/shapes.ts', http],
  // What the endpoints of all catalogues have in common.
  ['src/modules/queue/http-catalogues.ts', http],
  ['src/modules/*/shapes.ts', 'src/app/openapi.ts'],
  // Every command reads the list of all settings, and must not load the rest of the modules for it.
  ['src/modules/*/settings.ts', 'src/app/settings.ts'],
];

/**
 * An import of `to` by the source file `from`. `to` is the path of a source, the name of a package, or a
 * module of Node with the prefix `node:`. `missing` is true when no such source, package or module was found.
 */
type Import = Readonly<{ from: string; to: string; missing: boolean }>;
type Read = Readonly<{ files: readonly string[]; imports: readonly Import[] }>;
type Rule = 'missing' | 'layers' | 'homes' | 'faces' | 'circles' | 'modules';
/** A forbidden import, with the rule that forbids it. */
export type Violation = readonly [from: string, to: string, rule: Rule];

/**
 * Reads the imports of the files and folders `paths` below `folder`. Lists an import once, even if a file
 * repeats it.
 */
export async function readImports(folder: string, paths: readonly string[]): Promise<Read> {
  const options = {
    baseDir: folder,
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  };
  const tsConfig = extractTSConfig('tsconfig.json');
  const { output } = await cruise([...paths], options, undefined, { tsConfig });
  const files = (output as ICruiseResult).modules.filter(
    (file) => !file.coreModule && !file.couldNotResolve && !file.source.includes('node_modules/'),
  );
  const imports = files.flatMap(({ source: from, dependencies }) =>
    dependencies.map(({ resolved, coreModule, couldNotResolve: missing }): [string, Import] => {
      const name = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(resolved)?.[1] ?? resolved;
      const to = coreModule ? `node:${name.replace(/^node:/, '')}` : name;
      return [`${from} ${to}`, { from, to, missing }];
    }),
  );
  return { files: files.map(({ source }) => source), imports: [...new Map(imports).values()] };
}

/**
 * Checks imports against the rules. Returns the forbidden imports as `violations`. Gives a sentence in `untrue`
 * for each mistake in the rules themselves: a file that is in no layer and not in `besides`, or a permission
 * in `homes` that no import uses.
 */
export function judge({ files, imports }: Read) {
  const untrue = files
    .filter((file) => layerOf(file) < 0 && !besides.some((place) => isIn(file, place)))
    .map((file) => `${file} is in no place of scripts/walls-rules.ts`);
  for (const [what, places] of homes) {
    const users = imports.filter(({ to }) => fits(to, what));
    for (const place of places.filter((one) => !users.some(({ from }) => fits(from, one))))
      untrue.push(`'${what}' may be imported in '${place}', but is not: take it out`);
  }
  return { violations: violationsIn(imports), untrue };
}

function violationsIn(imports: readonly Import[]): Violation[] {
  const pairs = new Set(imports.map(({ from, to }) => `${moduleOf(from)} ${moduleOf(to)}`));
  // The fields of a form hold forms of their own: that recursion is in the data.
  const flat = imports.filter(({ from }) => !isIn(from, 'console/src/pages/propose/fields'));
  const round = new Set(circular(flat));
  return imports.flatMap((one) => {
    const [own, other] = [moduleOf(one.from), moduleOf(one.to)];
    const rules = [ruleBroken(one), round.has(one) && ('circles' as const)];
    if (own && other && own !== other && pairs.has(`${other} ${own}`)) rules.push('modules');
    return rules.flatMap((rule): Violation[] => (rule ? [[one.from, one.to, rule]] : []));
  });
}

function ruleBroken({ from, to, missing }: Import): Rule | undefined {
  if (missing) return 'missing';
  const [own, other] = [layerOf(from), layerOf(to)];
  const together = own !== other || layers[own]?.some((place) => isIn(from, place) && isIn(to, place));
  if (to.startsWith('src/') && (other < 0 || other > own || !together)) return 'layers';
  const home = homes.find(([what]) => fits(to, what));
  if (!home?.[1].some((place) => fits(from, place))) return 'homes';
  const module = moduleOf(to);
  if (!module) return undefined;
  // Whoever uses the rules of a module must not load its endpoints.
  if (from === `${module}/index.ts`) return fits(to, http) ? 'faces' : undefined;
  return moduleOf(from) === module || faces.some(([face, places]) => fits(to, face) && fits(from, places))
    ? undefined
    : 'faces';
}

/**
 * Returns the imports that are part of a cycle, or that lead from one cycle to another. Repeatedly removes the
 * imports by files that nobody imports, and the imports of files that import nothing; the rest is the result.
 */
function circular(imports: readonly Import[]): readonly Import[] {
  const [sources, targets] = [new Set(imports.map(({ from }) => from)), new Set(imports.map(({ to }) => to))];
  const left = imports.filter(({ from, to }) => targets.has(from) && sources.has(to));
  return left.length === imports.length ? left : circular(left);
}

const isIn = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);
const layerOf = (path: string): number => layers.findIndex((row) => row.some((place) => isIn(path, place)));
const moduleOf = (path: string): string | undefined => /^src\/modules\/[^/]+(?=\/)/.exec(path)?.[0];

const known = new Map<string, RegExp>();

function fits(path: string, pattern: string): boolean {
  const stars = (text: string) => text.replace(/\*+/g, (found) => (found === '*' ? '[^/]*' : '.*'));
  const braces = (text: string) => text.replace('{', '(?:').replace('}', ')').replaceAll(',', '|');
  const regex = known.get(pattern) ?? new RegExp(`^${braces(stars(pattern.replaceAll('.', '\\.')))}$`);
  known.set(pattern, regex);
  return regex.test(path);
}
