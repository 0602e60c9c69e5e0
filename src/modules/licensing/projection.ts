import type { Categories } from '../../records/categories/index.ts';
import { projectedLicensing } from '../../records/licensing/assignment.ts';
import type { Projection } from '../catalog/index.ts';

/**
 * Returns, for each category, the projection that adds the field `licensing` to models whose record has none.
 * The added value says that nothing is known about the licence.
 */
export function licensingProjections(_catalogues: unknown, { list }: Pick<Categories, 'list'>): Projection[] {
  const compute: ReturnType<Projection['currentCompute']> = (_name, { licensing }) =>
    licensing === undefined ? projectedLicensing : undefined;
  return list.map(({ name }) => ({ category: name, field: 'licensing', currentCompute: () => compute }));
}
