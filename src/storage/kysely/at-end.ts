import type { StoreWriter } from '../../services/ports/store/transaction.ts';
import { Deferred, type Unwritten } from './deferred.ts';

type Work<Row> = (writer: StoreWriter, rows: readonly Row[]) => Promise<void>;

/** What services do at the end of a transaction, each piece of work once, with all rows that were given for it. */
export class AtEnd implements Unwritten {
  readonly #given = new Map<unknown, Deferred<unknown>>();

  add<Row>(writer: () => StoreWriter, work: Work<Row>, rows: readonly Row[]): void {
    const known = this.#given.get(work) as Deferred<Row> | undefined;
    const given = known ?? new Deferred<Row>((some) => work(writer(), some));
    if (!known) this.#given.set(work, given as Deferred<unknown>);
    for (const row of rows) given.add(row);
  }

  async flush(): Promise<void> {
    for (const given of this.#given.values()) await given.flush();
  }

  mark(): () => void {
    const marks = new Map([...this.#given].map(([work, given]) => [work, given.mark()]));
    return () => {
      for (const work of this.#given.keys()) {
        const takeBack = marks.get(work);
        if (takeBack) takeBack();
        else this.#given.delete(work);
      }
    };
  }
}
