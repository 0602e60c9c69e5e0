import { ineffectiveVariables, removedSettings, variableNames } from './read-settings.ts';
import { listOfRows, type Rows } from './row.ts';

/** Returns the text of `docs/configuration.md`, the reference of all settings. */
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
  const removedRows = [...removedSettings].map(([name, instead]) => [`\`MODELREF_${name}\``, instead]);
  const ignoredRows = ineffectiveVariables.map(({ name, reason }) => [`\`${name}\``, reason]);
  return `${intro}
${formatTable(['variable', 'inherited', 'default', 'allowed', 'description'], settings)}

## Accepted and ignored

These settings were removed and have no effect. The start and \`modelref check-config\` list those that are set.

${formatTable(['variable', 'instead'], removedRows)}

These variables of the Python service (after \`HORDE_MODEL_REFERENCE_\`) have no effect here, nor do unknown variables with that prefix. The start
and \`modelref check-config\` list those that are set.

${formatTable(['variable', 'why'], ignoredRows)}
`;
}

const intro = `# Configuration

<!-- Written by \`npm run -s modelref -- check-config --markdown\`; a test compares this file with it. -->

Settings are environment variables. They can also be set in a file \`.env\` in the working directory; the environment takes precedence. \`modelref check-config\`
reports all problems of an environment, or prints the resulting settings.

- Names: \`MODELREF_<NAME>\`, case-insensitive; \`__\` separates the levels of nested names. Settings marked *inherited* have the same name as in the Python
  service and are also read as \`HORDE_MODEL_REFERENCE_<NAME>\`, so that its \`.env\` works. If a setting has several names, they take precedence in this order:
  \`MODELREF_…\`, \`HORDE_MODEL_REFERENCE_…\`, plain name. An empty variable counts as not set.
- Values: lists are JSON (\`["a","b"]\`) or separated by commas; words are case-insensitive.
- A wrong value, or an unknown variable that starts with \`MODELREF_\`, prevents the start, with one line for each problem. (Kubernetes sets such variables for a
  service named \`modelref\`: disable them with \`enableServiceLinks: false\`.)
`;

function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const formatRow = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [formatRow(head), formatRow(head.map(() => '---')), ...rows.map(formatRow)].join('\n');
}
