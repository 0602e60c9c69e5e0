import { gone, variableNames, withoutMeaning } from './read-settings.ts';
import { listOfRows, type Rows } from './row.ts';

/** Gives the text of `docs/configuration.md`, the reference of all settings. */
export function settingsMarkdown(rows: Rows): string {
  const settings = listOfRows(rows).map((row) => [
    variableNames(row)
      .filter((each) => !each.startsWith('HORDE_MODEL_REFERENCE_'))
      .map((each) => `\`${each}\``)
      .join(', '),
    row.inherited ? 'yes' : '',
    row.defaultText ?? `\`${row.kind.show(row.default)}\``,
    row.kind.allowed.replaceAll('<', '&lt;'),
    row.doc,
  ]);
  const formerly = [...gone].map(([name, instead]) => [`\`MODELREF_${name}\``, instead]);
  const ignored = withoutMeaning.map(({ name, reason }) => [`\`${name}\``, reason]);
  return `${intro}
${table(['variable', 'inherited', 'default', 'allowed', 'what it decides'], settings)}

## Accepted and ignored

These were settings of this service once. The start and \`modelref check-config\` list those that are set, and what they say has no effect.

${table(['variable', 'instead'], formerly)}

These variables of the Python service (after \`HORDE_MODEL_REFERENCE_\`) have no effect here, nor does any other unknown one with that prefix. The start
and \`modelref check-config\` list those that are set.

${table(['variable', 'why'], ignored)}
`;
}

const intro = `# Configuration

<!-- Written by \`npm run -s modelref -- check-config --markdown\`; a test compares this file with it. -->

Settings are environment variables. A file \`.env\` in the working directory is read as well; the environment wins over it. \`modelref check-config\` says
what is wrong with an environment, or which settings it makes.

- Names: \`MODELREF_<NAME>\`, in any letter case; \`__\` separates the levels of nested ones. Settings marked *inherited* have the name they have in the Python
  service and are read as \`HORDE_MODEL_REFERENCE_<NAME>\` too, so that its \`.env\` works. Where one setting is given under several names, the first of
  \`MODELREF_…\`, \`HORDE_MODEL_REFERENCE_…\`, plain name counts. An empty variable counts as not given.
- Values: lists are JSON (\`["a","b"]\`) or separated by commas; words may be in any letter case.
- A wrong value, or an unknown variable that starts with \`MODELREF_\`, stops the start, with one line for each problem. (Kubernetes makes such variables for a
  service named \`modelref\`: switch them off with \`enableServiceLinks: false\`.)
`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
