import { type Given, given } from './environment.ts';
import { NotAllowed } from './kinds.ts';
import { fieldsOf, listOfRows, type Row, type Rows, type SettingsOf } from './row.ts';

/** Everything that is wrong with the settings, one line each. */
export class SettingsError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

/** A setting as people may see it: passwords and secrets are hidden. */
export interface ShownSetting {
  readonly name: string;
  readonly value: string;
  /** The variable that it came from; null: it is the default. */
  readonly source: string | null;
}

/**
 * Makes the settings of an environment, each looked at alone.
 *
 * @throws SettingsError with every problem of the environment
 */
export function readRows<R extends Rows>(
  rows: R,
  environment: Readonly<Record<string, string | undefined>>,
): {
  settings: SettingsOf<R>;
  /** Every setting, in order. */
  shown: readonly ShownSetting[];
  /** One line for each variable that was accepted but has no effect here. */
  ignored: readonly string[];
} {
  const list = listOfRows(rows);
  const { variables, ignored, problems } = given(list, environment);
  const values = new Map<Row, unknown>();
  for (const row of list) {
    const variable = variables.get(row);
    values.set(row, row.default);
    if (!variable) continue;
    try {
      values.set(row, row.kind.read(variable.text));
    } catch (error) {
      if (!(error instanceof NotAllowed)) throw error;
      problems.push(refusal(variable, row, error.message));
    }
  }
  for (const { name, kind } of list.filter((row) => row.default === undefined && !variables.has(row))) {
    problems.push(
      `MODELREF_${name}: not given; allowed: ${kind.allowed}. There is no default: say which one this deployment is.`,
    );
  }
  if (problems.length > 0) throw new SettingsError(problems);
  return {
    settings: fieldsOf(rows, (row) => values.get(row)),
    shown: list.map((row) => shown(row, values.get(row), variables.get(row))),
    ignored,
  };
}

function refusal({ variable, text }: Given, { kind }: Row, reason: string): string {
  const because = reason === '' ? '' : ` (${reason})`;
  return `${variable}: '${kind.mask(text)}' is not allowed${because}; allowed: ${kind.allowed}.`;
}

function shown({ name, kind, defaultText }: Row, value: unknown, from: Given | undefined): ShownSetting {
  const text = value === null && defaultText ? defaultText : kind.show(value);
  return { name, value: text, source: from?.variable ?? null };
}
