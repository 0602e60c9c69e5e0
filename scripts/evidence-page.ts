/**
 * node scripts/evidence-page.ts              writes docs/evidence.md from docs/evidence.json
 * node scripts/evidence-page.ts <report>     first takes the figures of a report of `npm run proof -- all`
 *                                            (reports/evidence.json) into docs/evidence.json
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

const claim = z.strictObject({
  claim: z.string(),
  command: z.string(),
  wanted: z.string().optional(),
  figure: z.string(),
  /** Why the figure does not reach `wanted`; absent if it does. */
  missed: z.string().optional(),
  /** The commit on which the figure was measured, if it is not the commit of the whole page. */
  at: z.string().optional(),
  /**
   * Which lines of the command's output are the figure. A pattern: the lines that match it. Undefined: the
   * last line. Null: none, because the output is a table and somebody has to copy the figure by hand.
   */
  line: z.string().nullable().optional(),
});
const evidence = z.strictObject({
  machine: z.string(),
  commit: z.string(),
  sections: z.array(z.strictObject({ title: z.string(), rows: z.array(claim) })),
});
/** The part of a report from which the figures are taken. `test/proof/all/report.ts` writes the report. */
const report = z.object({
  commit: z.string(),
  machine: z.string(),
  short: z.boolean(),
  rows: z.array(z.object({ command: z.string(), outcome: z.string(), tail: z.array(z.string()) })),
});

export type Evidence = z.infer<typeof evidence>;
type Claim = z.infer<typeof claim>;

const source = 'docs/evidence.json';

/**
 * Reads docs/evidence.json.
 * @throws when the file does not have the form declared above
 */
export function readEvidence(): Evidence {
  return evidence.parse(JSON.parse(readFileSync(source, 'utf8')));
}

export function evidencePage({ machine, commit, sections }: Evidence): string {
  const missed = sections.flatMap(({ rows }) => rows).filter((row) => row.missed !== undefined);
  const tables = sections.map(({ title, rows }) =>
    [
      `## ${title}\n`,
      '| claim | command | latest figure | wanted |',
      '|---|---|---|---|',
      ...rows.map(
        ({ claim, command, figure, wanted = '', at }) =>
          `| ${claim} | \`${command}\` | ${cell(figure)}${at === undefined ? '' : ` [${at}]`} | ${cell(wanted)} |`,
      ),
    ].join('\n'),
  );
  return `# Evidence

<!-- Written by \`node scripts/evidence-page.ts\` from docs/evidence.json; a test compares the two. -->

The claims about the service, the command that shows each, and what it printed last. Every run is bounded, stops by itself, and ends with 1 when a claim does not hold.
\`npm run proof -- all\` runs all commands (\`--short\` in an hour) and writes \`reports/evidence.md\`; \`node scripts/evidence-page.ts reports/evidence.json\` takes its figures into this page.

Figures are of commit ${commit}, or of the one in brackets, on ${machine}. \`$DATA\` is a folder with the files of the public repositories.

${tables.join('\n\n')}

## Behind what was wanted

${missed.map(({ claim, missed: why }) => `- ${claim[0]?.toUpperCase()}${claim.slice(1)}: ${why}.`).join('\n')}
`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

/**
 * Gives the evidence with the figures of the report in `file`. For a claim without a figure in the report,
 * keeps the old figure and prints the claim's command: somebody then copies that figure by hand.
 * @throws Error when the report is of a short run, which does not run the page's commands
 */
function takeFigures(before: Evidence, file: string): Evidence {
  const { commit, machine, short, rows } = report.parse(JSON.parse(readFileSync(file, 'utf8')));
  if (short) throw new Error(`${file} is of a short run: its figures are not those of the page's commands.`);
  const shown = new Map(
    rows.filter(({ outcome }) => outcome === 'shown').map((row) => [row.command, row.tail]),
  );
  const take = (row: Claim): Claim => {
    const { at = before.commit, ...rest } = row;
    const figure = figureOf(row, shown.get(row.command) ?? []);
    if (figure === null) {
      console.log(`${row.command}: by hand`);
      return { ...rest, at };
    }
    return { ...rest, figure };
  };
  const sections = before.sections.map(({ title, rows }) => ({ title, rows: rows.map(take) }));
  return { machine, commit: commit.slice(0, 7), sections };
}

function figureOf({ line }: Claim, tail: readonly string[]): string | null {
  if (line === null) return null;
  const lines = line === undefined ? tail.slice(-1) : tail.filter((each) => new RegExp(line).test(each));
  return lines.length === 0 ? null : lines.map((each) => stripVTControlCharacters(each).trim()).join('; ');
}

if (import.meta.main) {
  const [file] = process.argv.slice(2);
  const before = readEvidence();
  const now = file === undefined ? before : takeFigures(before, file);
  if (file !== undefined) writeFileSync(source, `${JSON.stringify(now, null, 2)}\n`);
  writeFileSync('docs/evidence.md', evidencePage(now));
}
