import { Validator } from '@cfworker/json-schema';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { CanonicalFormat, CategoryDefinition } from '../../../src/records/categories/category.ts';
import { checkModelName } from '../../../src/records/model-name.ts';
import { parseInput } from '../../../src/records/parse.ts';
import { recordSchema } from '../../../src/records/record-schema.ts';
import { recordsFrom } from './records-from-schema.ts';

export interface Agreement {
  readonly records: number;
  /** Accepted by schema and service. */
  readonly accepted: number;
  /** Refused by both. */
  readonly refused: number;
  /** Refused by the schema; the service takes them by reading a value as another one. */
  readonly coerced: number;
}

/**
 * Compares what ajv, cfworker and the service say to generated records.
 *
 * @throws Error with the record, when two of them disagree: the validators with one another; the service refuses
 * what the schema accepts, or takes as it is what the schema refuses; or it stores what its own schema refuses
 */
export function compareWithSchema(
  category: CategoryDefinition,
  format: CanonicalFormat,
  records: number,
  seed: number,
): Agreement {
  const schema = recordSchema(category, format);
  const source = format === 'v2' ? category.record : category.legacy?.body;
  if (!schema || !source) throw new Error(`${category.name} has no ${format} form`);
  const ajv = new Ajv2020({ strict: false }).compile(schema);
  const other = new Validator(schema, '2020-12');
  const counts = { accepted: 0, refused: 0, coerced: 0 };
  fc.assert(
    fc.property(recordsFrom(schema), (record) => {
      const fits = ajv(record);
      if (other.validate(record).valid !== fits) {
        throw new Error(`ajv says ${fits}, cfworker the contrary: ${JSON.stringify(record)}`);
      }
      const parsed = parseInput<{ name: string }>(source as never, record, 'body');
      const taken = parsed.ok && isName(parsed.value.name) ? parsed.value : null;
      if (fits && !taken) {
        const why = parsed.ok ? 'its name' : JSON.stringify(parsed.problems);
        throw new Error(`the schema accepts what the service refuses for ${why}: ${JSON.stringify(record)}`);
      }
      if (!fits && taken && isUnchanged(record, taken)) {
        throw new Error(
          `the service takes as it is what the schema refuses: ${JSON.stringify(record)}\n${JSON.stringify(ajv.errors)}`,
        );
      }
      if (taken && format === 'v2' && !ajv(taken)) {
        throw new Error(`the schema refuses what is stored: ${JSON.stringify(taken)}`);
      }
      counts[fits ? 'accepted' : taken ? 'coerced' : 'refused'] += 1;
    }),
    { numRuns: records, seed, endOnFailure: true },
  );
  return { records, ...counts };
}

function isName(name: string): boolean {
  try {
    checkModelName(name);
    return true;
  } catch {
    return false;
  }
}

/** Whether all of the input that is in the output is there as it was. Nulls and unknown keys are dropped. */
function isUnchanged(input: unknown, output: unknown): boolean {
  if (Array.isArray(input)) {
    return Array.isArray(output) && input.every((item, index) => isUnchanged(item, output[index]));
  }
  if (typeof input !== 'object' || input === null) return Object.is(input, output);
  if (typeof output !== 'object' || output === null) return false;
  return Object.entries(input).every(
    ([key, value]) =>
      value === null ||
      !Object.hasOwn(output, key) ||
      isUnchanged(value, (output as Record<string, unknown>)[key]),
  );
}
