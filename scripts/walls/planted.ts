/**
 * Plants what the walls forbid into a small tree of its own, and looks whether each is found. The checker
 * reports success when it could not read a single file (it does so with a TypeScript it does not know), so its
 * silence counts only after that.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { readImports, type Violation } from './check.ts';
import { everywhere, type RuleKind, ruleName, rulesOf } from './rules.ts';
import type { Room, Walls } from './table.ts';

/** A forbidden import, and the rules that found it. */
export interface Planted {
  /** The room, or the file, that imports. */
  readonly from: string;
  /** A room or file, a package, or a module of Node with `node:`. */
  readonly imports: string;
  /** The statement, as it stands in the file. */
  readonly statement: string;
  /** The one rule that should find it. */
  readonly rule: string;
  readonly foundBy: readonly string[];
}

/** Whether a plant was found by its rule, and by no other. */
export const isFound = ({ rule, foundBy }: Planted): boolean => foundBy.length === 1 && foundBy[0] === rule;

interface Forbidden {
  readonly kind: RuleKind;
  readonly imports: string;
  /** How the checker names what is imported. */
  readonly path: string;
}

/** Everything that the table forbids, planted: each room imports every room, package and module of Node. */
export async function plantAll(walls: Walls): Promise<Planted[]> {
  return inTree(walls, async (tree) => {
    const found: Planted[] = [];
    for (const room of Object.keys(walls)) {
      const plants = forbiddenTo(walls, room).map((forbidden, index) => ({
        ...forbidden,
        form: index % forms.length,
      }));
      found.push(...(await tree.plant(room, plants)));
    }
    found.push(await tree.plantCircle(), await tree.plantMissing());
    return found;
  });
}

/**
 * One import alone, written in each of the ways in which TypeScript can say it.
 *
 * @param room a folder
 * @throws RangeError when the walls do not forbid it.
 */
export async function plantOne(walls: Walls, room: string, imports: string): Promise<Planted[]> {
  const forbidden = forbiddenTo(walls, room).find((other) => other.imports === imports);
  if (!forbidden) throw new RangeError(`the walls do not forbid '${room}' to import '${imports}'`);
  return inTree(walls, (tree) =>
    tree.plant(
      room,
      forms.map((_, form) => ({ ...forbidden, form })),
    ),
  );
}

interface Plant extends Forbidden {
  /** Which of `forms` it is written in. */
  readonly form: number;
}

/** What a room may not import, of all there is; and a file of no room. */
function forbiddenTo(walls: Walls, room: string): Forbidden[] {
  const { rooms = [], packages = [], builtins = [] } = walls[room] as Room;
  const others = Object.keys(walls).filter((other) => other !== room && !rooms.includes(other));
  return [
    ...[...others, roomless].map((other) => ({
      kind: 'rooms' as const,
      imports: other,
      path: fileIn(other, 'imported'),
    })),
    ...knownPackages(walls)
      .filter((name) => !packages.includes(name))
      .map((name) => ({ kind: 'packages' as const, imports: name, path: `node_modules/${name}/index.js` })),
    ...builtinModules
      .filter((name) => !name.startsWith('_') && name !== unknownToChecker && !builtins.includes(name))
      .map((name) => ({
        kind: 'builtins' as const,
        imports: `node:${name.replace(/^node:/, '')}`,
        path: name,
      })),
  ];
}

function knownPackages(walls: Walls): string[] {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const allowed = Object.values(walls).flatMap(({ packages = [] }) => packages);
  return [...new Set([...Object.keys({ ...dependencies, ...devDependencies }), ...allowed])];
}

/** Found as well, but as an import that leads nowhere. */
const unknownToChecker = 'node:ffi';

const roomless = 'test/support';

const forms = [
  (from: string) => `import '${from}';`,
  (from: string) => `import type { Thing } from '${from}';`,
  (from: string) => `export { thing } from '${from}';`,
  (from: string) => `export type { Thing } from '${from}';`,
  (from: string) => `await import('${from}');`,
  (from: string) => `export let thing: import('${from}').Thing;`,
] as const;

type Form = (typeof forms)[number];

const isFile = (room: string): boolean => /\.[jt]s$/.test(room);
const fileIn = (room: string, name: string): string => (isFile(room) ? room : `${room}/${name}.ts`);

/** A tree with one file in each room, and packages that hold nothing. */
async function inTree<T>(walls: Walls, work: (tree: Tree) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'modelref-walls-'));
  try {
    return await work(new Tree(walls, folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

class Tree {
  readonly #rules;
  readonly #folder: string;

  constructor(walls: Walls, folder: string) {
    this.#rules = rulesOf(walls);
    this.#folder = folder;
    for (const room of [...Object.keys(walls), roomless]) this.#write(fileIn(room, 'imported'), '');
    for (const name of knownPackages(walls)) {
      this.#write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }));
      this.#write(`node_modules/${name}/index.js`, '');
    }
  }

  async plant(room: string, plants: readonly Plant[]): Promise<Planted[]> {
    const written = plants.map(({ kind, imports, path, form }) => {
      const file = fileIn(room, `planted-${form}`);
      const from = kind === 'rooms' ? beside(file, path) : imports;
      return { file, statement: (forms[form] as Form)(from) };
    });
    const files = Map.groupBy(written, ({ file }) => file);
    const violations = await this.#check(
      [...files].map(([file, statements]) => [file, statements.map(({ statement }) => statement).join('\n')]),
    );
    return plants.map(({ kind, imports, path }, index) => {
      const { file, statement } = written[index] as (typeof written)[number];
      return {
        from: room,
        imports,
        statement,
        rule: ruleName(room, kind),
        foundBy: rulesThatFound(violations, file, path),
      };
    });
  }

  async plantCircle(): Promise<Planted> {
    const [from, to] = ['src/registry/one.ts', 'src/registry/other.ts'];
    const statement = "import './other.ts';";
    this.#write(to, "import './one.ts';");
    const violations = await this.#check([[from, statement]]);
    return {
      from,
      imports: to,
      statement,
      rule: everywhere.circles,
      foundBy: rulesThatFound(violations, from, to),
    };
  }

  async plantMissing(): Promise<Planted> {
    const [from, imports] = ['src/registry/planted.ts', 'not-installed'];
    const statement = `import '${imports}';`;
    const violations = await this.#check([[from, statement]]);
    return {
      from,
      imports,
      statement,
      rule: everywhere.found,
      foundBy: rulesThatFound(violations, from, imports),
    };
  }

  async #check(files: readonly (readonly [file: string, text: string])[]): Promise<Violation[]> {
    for (const [file, text] of files) this.#write(file, text);
    const paths = files.map(([file]) => file);
    const { violations } = await readImports(this.#rules, this.#folder, paths);
    for (const file of paths) this.#write(file, '');
    return violations;
  }

  #write(file: string, text: string): void {
    mkdirSync(join(this.#folder, posix.dirname(file)), { recursive: true });
    writeFileSync(join(this.#folder, file), text);
  }
}

function beside(file: string, path: string): string {
  const way = posix.relative(posix.dirname(file), path);
  return way.startsWith('.') ? way : `./${way}`;
}

const rulesThatFound = (violations: readonly Violation[], from: string, to: string): string[] =>
  violations.filter((found) => found.from === from && found.to === to).map(({ rule }) => rule);
