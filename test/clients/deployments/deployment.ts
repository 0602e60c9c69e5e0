/** What clients are sent to. Gone when disposed of. */
export interface Served extends AsyncDisposable {
  /** Where it is: `http://127.0.0.1:12345`. A client's requests go to these in turn. */
  readonly origins: readonly [string, ...string[]];
}

/** A way in which people run the service. Each is made of processes of its own. */
export interface Deployment {
  readonly name: string;
  /** Whether it is a copy: then writes and the queue are refused, and the models of all clients are there. */
  readonly copy: boolean;
  /** Whether several instances answer: then others show within a second what one of them has written. */
  readonly instances: boolean;
  /** Why it cannot be had on this machine. */
  readonly missing: string | null;
  /** @param models of whom a copy has to know */
  serve(models: readonly string[]): Promise<Served>;
}
