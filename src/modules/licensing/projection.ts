import type { Categories } from '../../records/categories/index.ts';
import { projectedLicensing } from '../../records/licensing/assignment.ts';
import type { Projection } from '../catalog/index.ts';

/** The value of the projected field `licensing` for models without one: nothing is known. */
export function licensingProjections(_catalogues: unknown, { list }: Pick<Categories, 'list'>): Projection[] {
  const compute: ReturnType<Projection['now']> = (_name, { licensing }) =>
    licensing === undefined ? projectedLicensing : undefined;
  return list.map(({ name }) => ({ category: name, field: 'licensing', now: () => compute }));
}
