import { Categories } from '../../src/records/categories/index.ts';

/** The categories of a deployment without extra ones, which knows the built-in baselines. */
export const usualCategories = new Categories({ extraCategories: [] });
export const { list: categories, names: categoryNames, baselines } = usualCategories;
export const findCategory = (name: string) => usualCategories.find(name);
