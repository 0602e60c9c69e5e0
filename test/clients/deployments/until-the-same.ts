import { expect } from 'vitest';
import { eventually } from '../../support/eventually.ts';

/** Resolves when all of them serve what the first one does. */
export async function untilTheSame([first, ...others]: readonly string[]): Promise<void> {
  for (const category of ['image_generation', 'clip']) {
    const etag = async (origin: string) => {
      const url = `${origin}/api/model_references/v2/${category}`;
      const { headers, status } = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
      return { status, etag: headers.get('etag') };
    };
    const wanted = await etag(first ?? '');
    for (const other of others) await eventually(async () => expect(await etag(other)).toEqual(wanted));
  }
}
