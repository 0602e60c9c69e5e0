import { enableExtraCategories } from '../../src/records/categories/extra-categories.ts';

/** Switches the reference categories on for a test file of its own process. To be imported before everything else. */
enableExtraCategories(['baseline', 'client_profile']);
