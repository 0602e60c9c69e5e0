import { Gauge, type Registry } from 'prom-client';
import { SingleFlight } from '../../kernel/concurrency/shared-runs.ts';
import { atMost } from '../../kernel/deadline.ts';
import { OutageError } from '../../kernel/errors.ts';

/** Longest wait for the numbers of one metric, in milliseconds. */
const longestReadMs = 1_500;

/**
 * The values of one metric, each with the value of its label. A null is not shown: the number does not exist
 * yet.
 */
type Labelled = readonly (readonly [label: string, value: number | null])[];

/**
 * Metrics whose numbers are read from the database. A metric is left out when the database does not answer in
 * time.
 */
export class StoredNumbers {
  readonly #registry: Registry;
  readonly #ping: () => Promise<void>;
  readonly #reads = new SingleFlight<Labelled>();
  readonly #up: Gauge;
  #answers = true;

  /** @param ping resolves when the database answers */
  constructor(registry: Registry, ping: () => Promise<void>) {
    this.#registry = registry;
    this.#ping = ping;
    this.#up = new Gauge({
      name: 'modelref_database_up',
      help: '1 while the database answers; while it is 0, metrics whose numbers are stored there are absent.',
      registers: [registry],
    });
  }

  /** Checks whether the database answers; called before the metrics are collected. */
  async look(): Promise<void> {
    this.#answers = await this.#ping().then(
      () => true,
      () => false,
    );
    this.#up.set(this.#answers ? 1 : 0);
  }

  /**
   * Adds a gauge that shows the numbers which `read` gets from the database. Runs at most one read of the
   * gauge at a time, so that reads that hang block only one database connection.
   */
  gauge<const L extends string>(name: string, help: string, label: L, read: () => Promise<Labelled>): void {
    const given = async (): Promise<Labelled> => {
      if (!this.#answers) return [];
      try {
        return (await atMost(longestReadMs, this.#reads.run(name, read))) ?? [];
      } catch (error) {
        if (error instanceof OutageError) return [];
        throw error;
      }
    };
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.#registry],
      async collect() {
        const numbers = await given();
        this.reset();
        for (const [text, value] of numbers) {
          if (value !== null) this.set({ [label]: text } as Record<L, string>, value);
        }
      },
    });
  }
}
