/** Runs operations one after the other, in the order in which they came. */
export class Serial {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(operation: () => Promise<T>): Promise<T> {
    const next = this.#last.then(operation, operation);
    this.#last = next;
    return next;
  }
}
