import { setTimeout as pause } from 'node:timers/promises';
import { type EventSourceClient, openEventSource } from '../../support/event-source.ts';

/** Follows the feed's stream from its head on, and connects again where it was whenever the stream ends. */
export class FeedFollower {
  readonly #url: string;
  readonly #earlier: string[] = [];
  #cursor = 'head';
  #stream: EventSourceClient | null = null;
  #connections = 0;
  #over = false;

  constructor(origin: string) {
    this.#url = `${origin}/api/model_references/v2/feed/stream`;
    void this.#follow();
  }

  /** How often it has connected, refusals included. */
  get connections(): number {
    return this.#connections;
  }

  /** The models of all events, in the order in which they came. */
  get names(): readonly string[] {
    return [...this.#earlier, ...(this.#stream?.models() ?? []).map(({ model_name }) => String(model_name))];
  }

  async connected(): Promise<void> {
    await this.#until(() => this.#stream?.lastId() !== undefined);
  }

  /** Resolves when it was told of that many models, or of no more within thirty seconds. */
  async told(models: number): Promise<void> {
    await this.#until(() => this.names.length >= models);
  }

  cut(): void {
    this.#over = true;
    this.#stream?.cut();
  }

  async #until(condition: () => boolean): Promise<void> {
    for (let tries = 0; !condition() && tries < 3000; tries += 1) await pause(10);
  }

  async #follow(): Promise<void> {
    while (!this.#over) {
      this.#connections += 1;
      try {
        const stream = await openEventSource(`${this.#url}?since=${encodeURIComponent(this.#cursor)}`);
        if (stream.status === 200) {
          this.#stream = stream;
          await stream.ended;
          this.#cursor = stream.lastId() ?? this.#cursor;
          this.#earlier.push(...stream.models().map(({ model_name }) => String(model_name)));
          this.#stream = null;
        }
      } catch {
        // Not even the proxy answers: the next connection shows whether anything was missed.
      }
      if (!this.#over) await pause(100);
    }
  }
}
