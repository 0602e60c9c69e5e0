import { storeOver, type Tx, type WriteTx } from '../../store/tx.ts';
import type { StoredPicture } from './tables.ts';

/** Maximum number of stored pictures. */
const maxPictures = 2_000;

function createReads({ db }: Tx) {
  return {
    get: (hash: string): Promise<StoredPicture | undefined> =>
      db.selectFrom('pictures').selectAll().where('address_hash', '=', hash).executeTakeFirst(),
  };
}

function createWrites({ db }: WriteTx) {
  return {
    /** Stores a picture, replacing an earlier one of its address. Deletes the oldest beyond `maxPictures`. */
    put: async (picture: StoredPicture): Promise<void> => {
      await db.deleteFrom('pictures').where('address_hash', '=', picture.address_hash).execute();
      await db.insertInto('pictures').values(picture).execute();
      const oldestPictures = db
        .selectFrom('pictures')
        .select('address_hash')
        .orderBy('made_at', 'desc')
        .orderBy('address_hash')
        .offset(maxPictures)
        .limit(100);
      await db.deleteFrom('pictures').where('address_hash', 'in', oldestPictures).execute();
    },
  };
}

export const pictureStore = storeOver(createReads, createWrites);
