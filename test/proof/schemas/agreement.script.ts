/**
 * The published JSON Schemas against the service: `npm run proof -- schemas 100000`. Ends with 1 when ajv, another
 * validator and the service disagree about one of the generated records.
 */
import { categories } from '../../../src/records/categories/index.ts';
import { compareWithSchema } from './agreement.ts';

const wanted = Number(process.argv[2]);
const seed = Number(process.argv[3]);

const forms = categories.flatMap((category) => [
  { category, format: 'v2' as const },
  ...(category.legacy ? [{ category, format: 'legacy' as const }] : []),
]);
const each = Math.ceil(wanted / forms.length);
try {
  for (const { category, format } of forms) {
    const { accepted, refused, coerced } = compareWithSchema(category, format, each, seed);
    console.log(`${category.name} (${format}): ${accepted} accepted, ${refused} refused, ${coerced} coerced`);
  }
  console.log(`${each * forms.length} records, seed ${seed}: all three say the same`);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
