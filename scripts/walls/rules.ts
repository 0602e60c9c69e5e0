/** The walls of `table.ts` as rules of dependency-cruiser. */
import type { IForbiddenRuleType, IRegularForbiddenRuleType } from 'dependency-cruiser';
import type { Walls } from './table.ts';

/** What a rule forbids. */
export type RuleKind = 'rooms' | 'packages' | 'builtins';

export const ruleName = (room: string, kind: RuleKind): string => `${room}: ${kind}`;

/** The rules that hold everywhere; those that the table gives are named by `ruleName`. */
export const everywhere = { circles: 'no circles', found: 'every import is found' } as const;

/** The room that a file belongs to, by its path below the repository. */
export function roomOf(walls: Walls, path: string): string | undefined {
  return Object.keys(walls)
    .filter((room) => path === room || path.startsWith(`${room}/`))
    .sort((one, other) => other.length - one.length)[0];
}

/** The package that a path leads into, such as `@fastify/cors`. */
export function packageOf(path: string): string | undefined {
  return /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
}

/** @throws RangeError when the table allows a room that it does not have. */
export function rulesOf(walls: Walls): IForbiddenRuleType[] {
  const files = (room: string): string => {
    if (!walls[room]) throw new RangeError(`the table of walls has no room '${room}'`);
    const inner = Object.keys(walls)
      .filter((other) => other.startsWith(`${room}/`))
      .map((other) => literally(other.slice(room.length + 1)));
    const ofOthers = inner.length === 0 ? '' : `(?!(?:${inner.join('|')})(?:/|$))`;
    return `^${literally(room)}(?:$|/${ofOthers})`;
  };
  const rules = Object.entries(walls).flatMap(([room, { rooms = [], packages = [], builtins = [] }]) => {
    const rule = (kind: RuleKind, to: IRegularForbiddenRuleType['to']): IForbiddenRuleType => ({
      name: ruleName(room, kind),
      severity: 'error',
      from: { path: files(room) },
      to,
    });
    return [
      rule('rooms', {
        pathNot: [...[room, ...rooms].map(files), 'node_modules/'],
        dependencyTypesNot: ['core'],
        couldNotResolve: false,
      }),
      rule('packages', {
        path: 'node_modules/',
        pathNot: packages.map((name) => `(^|/)node_modules/${literally(name)}/`),
      }),
      rule('builtins', { dependencyTypes: ['core'], pathNot: builtins.map((name) => `^(?:node:)?${name}$`) }),
    ];
  });
  return [
    ...rules,
    { name: everywhere.found, severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: everywhere.circles,
      comment: 'The fields of a form hold forms of their own: that recursion is in the data.',
      severity: 'error',
      from: { pathNot: '^console/src/pages/propose/fields/' },
      to: { circular: true },
    },
  ];
}

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
