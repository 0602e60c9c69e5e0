import type { FastifyRequest } from 'fastify';
import type { PathParameters } from '../requests/path-parameters.ts';
import { endingWith, isTrailingAction } from '../requests/trailing-action.ts';

/** A declared path as the router takes it. */
export interface Pattern {
  /** `{…}` has become `:…`, and `*` where a name may hold slashes. */
  readonly url: string;
  /** The segment behind such a name, on which the router decides by a constraint. */
  readonly constraints: Record<string, string>;
  /** The parameters of a request, parsed in the order in which they are declared. */
  valuesOf(request: FastifyRequest): Record<string, unknown>;
}

/** @throws Error for a path that no route can be made of: a defect of its declaration */
export function patternOf(path: string, parameters: PathParameters = {}): Pattern {
  const segments = path.split('/').map((segment) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined) return segment;
    const parameter = parameters[name];
    if (!parameter) throw new Error(`${path}: nothing is declared for {${name}}`);
    return parameter.slashes ? '*' : `:${parameter.routed ?? name}`;
  });
  const wildcard = segments.indexOf('*');
  const behind = wildcard === -1 ? [] : segments.splice(wildcard + 1);
  const [action] = behind;
  if (behind.length > 1 || (action !== undefined && !isTrailingAction(action))) {
    throw new Error(`${path}: ${behind.join('/')} cannot follow a name with slashes`);
  }
  const cut = action === undefined ? 0 : action.length + 1;
  const readers = Object.entries(parameters).map(([name, parameter]) => ({
    name,
    parameter,
    key: parameter.slashes ? '*' : (parameter.routed ?? name),
  }));
  return {
    url: segments.join('/'),
    constraints: action === undefined ? {} : endingWith(action),
    valuesOf: ({ params }) => {
      const values: Record<string, unknown> = {};
      for (const { name, parameter, key } of readers) {
        const text = (params as Record<string, string>)[key] as string;
        values[name] = parameter.parse(key === '*' && cut > 0 ? text.slice(0, -cut) : text);
      }
      return values;
    },
  };
}
