import { Gauge, type Registry } from 'prom-client';
import { SingleFlight } from '../../kernel/concurrency/shared-runs.ts';
import { atMost } from '../../kernel/deadline.ts';
import { OutageError } from '../../kernel/errors.ts';

/** Longest wait for the numbers of one metric, in milliseconds. */
const longestReadMs = 1_500;

/**
 * The values of one metric, one for each value of its label. A value of null is not shown in the metrics: the
 * number does not exist yet.
 */
type Labelled = readonly (readonly [label: string, value: number | null])[];

/**
 * Metrics whose numbers are read from the database each time the metrics are collected. A metric is left out
 * if the database does not answer in time.
 */
export class StoredNumbers {
  readonly #registry: Registry;
  readonly #ping: () => Promise<void>;
  readonly #reads = new SingleFlight<Labelled>();
  readonly #up: Gauge;
  #answers = true;

  /** @param ping resolves if the database answers, rejects otherwise */
  constructor(registry: Registry, ping: () => Promise<void>) {
    this.#registry = registry;
    this.#ping = ping;
    this.#up = new Gauge({
      name: 'modelref_database_up',
      help: '1 while the database answers; while it is 0, metrics whose numbers are stored there are absent.',
      registers: [registry],
    });
  }

  /**
   * Finds out whether the database answers, and shows it as `modelref_database_up`. Must be called before
   * each collection: while the database does not answer, the gauges are left out without asking it.
   */
  async look(): Promise<void> {
    this.#answers = await this.#ping().then(
      () => true,
      () => false,
    );
    this.#up.set(this.#answers ? 1 : 0);
  }

  /**
   * Adds a gauge with one label, whose values `read` gets from the database. While a read of the gauge runs,
   * no second one starts, so that a read that hangs blocks only one database connection.
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
