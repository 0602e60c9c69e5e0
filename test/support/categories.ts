import { Categories } from '../../src/records/categories/index.ts';
import type { Settings } from '../../src/settings/settings.ts';

/** The categories of a deployment without extra ones, which knows the built-in baselines. */
export const usualCategories = new Categories({ extraCategories: [] });
export const { list: categories, names: categoryNames, baselines } = usualCategories;
export const findCategory = (name: string) => usualCategories.find(name);

/** Settings of a deployment that keeps baselines as records. */
export const keepsBaselines = { extraCategories: ['baseline'] } satisfies Partial<Settings>;
