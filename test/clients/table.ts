import type { ForeignClient } from './client.ts';
import type { Step } from './steps.ts';

/** What a client was seen to do with a step. */
export type Outcome = 'as expected' | 'wrong' | 'not for it' | 'not installed';

const marks: Readonly<Record<Outcome, string>> = {
  'as expected': '✓',
  wrong: '✗',
  'not for it': '–',
  'not installed': '?',
};

/** The outcomes of a run as a table in Markdown: a row for each step, a column for each client. */
export class OutcomeTable {
  readonly #outcomes = new Map<string, Outcome>();

  note(client: ForeignClient, step: Step, outcome: Outcome): void {
    this.#outcomes.set(`${client.name}: ${step.name}`, outcome);
  }

  markdown(clients: readonly ForeignClient[], steps: readonly Step[]): string {
    const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
    return [
      row(['', ...clients.map(({ name }) => name)]),
      row(['---', ...clients.map(() => ':-:')]),
      ...steps.map((step) =>
        row([
          step.name,
          ...clients.map((client) => {
            const outcome = this.#outcomes.get(`${client.name}: ${step.name}`);
            return outcome ? marks[outcome] : ' ';
          }),
        ]),
      ),
    ].join('');
  }
}
