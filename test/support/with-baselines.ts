import { enableExtraCategories } from '../../src/records/categories/extra-categories.ts';

/**
 * Switches the category `baseline` on for a test file of its own process. To be imported before everything
 * else: what depends on the list of categories is made as it is loaded.
 */
enableExtraCategories(['baseline']);
