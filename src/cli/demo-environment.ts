import { variableNames } from '../settings/environment.ts';
import type { Terminal } from './terminal.ts';

const ownVariable = 'MODELREF_DATABASE_URL';
const ownDatabase = 'sqlite:./data/demo.db';

/**
 * The environment of a demo. Its database is its own: `MODELREF_DATABASE_URL` counts when it is given for this
 * very run, while a `.env`, and the general `DATABASE_URL`, name the database of a real deployment.
 */
export function demoEnvironment({
  environment,
  givenEnvironment,
}: Pick<Terminal, 'environment' | 'givenEnvironment'>): Record<string, string | undefined> {
  const names = new Set(variableNames('DATABASE_URL'));
  const others = Object.entries(environment).filter(([name]) => !names.has(name.toUpperCase()));
  const given = Object.entries(givenEnvironment).find(([name]) => name.toUpperCase() === ownVariable);
  return { ...Object.fromEntries(others), [ownVariable]: given?.[1] || ownDatabase };
}
