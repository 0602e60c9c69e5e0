import type { ForeignClient } from './client.ts';
import type { Deployment } from './deployments/deployment.ts';
import type { Step } from './steps.ts';

/** What a client was seen to do with a step. */
export type Outcome = 'as expected' | 'wrong' | 'not for it' | 'not installed';

const marks: Readonly<Record<Outcome, string>> = {
  'as expected': '✓',
  wrong: '✗',
  'not for it': '–',
  'not installed': '?',
};

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
const head = (titles: readonly string[]) => row(['', ...titles]) + row(['---', ...titles.map(() => ':-:')]);

/** The outcomes of a run, as tables in Markdown. */
export class OutcomeTable {
  readonly #outcomes = new Map<string, Outcome>();

  note(on: Deployment, client: ForeignClient, step: Step, outcome: Outcome): void {
    this.#outcomes.set(`${on.name}: ${client.name}: ${step.name}`, outcome);
  }

  #of(on: Deployment, client: ForeignClient, step: Step): Outcome | undefined {
    return this.#outcomes.get(`${on.name}: ${client.name}: ${step.name}`);
  }

  /** A row for each step, a column for each client. */
  ofSteps(on: Deployment, clients: readonly ForeignClient[], steps: readonly Step[]): string {
    const cells = (step: Step) =>
      clients.map((client) => {
        const outcome = this.#of(on, client, step);
        return outcome ? marks[outcome] : ' ';
      });
    return (
      head(clients.map(({ name }) => name)) + steps.map((step) => row([step.name, ...cells(step)])).join('')
    );
  }

  /** A row for each client, a column for each deployment: how many steps went as expected, of how many. */
  ofDeployments(
    all: readonly Deployment[],
    clients: readonly ForeignClient[],
    steps: readonly Step[],
  ): string {
    const cell = (on: Deployment, client: ForeignClient) => {
      const outcomes = steps.map((step) => this.#of(on, client, step));
      const right = outcomes.filter((outcome) => outcome === 'as expected').length;
      const wrong = outcomes.filter((outcome) => outcome === 'wrong').length;
      return right + wrong === 0 ? '?' : `${right} of ${right + wrong}`;
    };
    const rows = clients.map((client) => row([client.name, ...all.map((on) => cell(on, client))]));
    return head(all.map(({ name }) => name)) + rows.join('');
  }
}
