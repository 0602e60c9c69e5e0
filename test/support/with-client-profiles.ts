import { enableExtraCategories } from '../../src/records/categories/extra-categories.ts';

/**
 * Switches the categories `baseline` and `client_profile` on for a test file that has a process of its own.
 * Import this before everything else, because modules read the list of categories while they are loaded.
 */
enableExtraCategories(['baseline', 'client_profile']);
