import type { BaselineFacts } from './baseline-facts.ts';

type Spelled = Pick<BaselineFacts, 'name' | 'category' | 'spellings' | 'legacy_spelling'>;

/**
 * Says that another baseline of the same model category has the name or a spelling of this baseline; null
 * when none has.
 */
export function takenSpelling(baseline: Spelled, others: Iterable<Spelled>): string | null {
  const own = new Set(spelledAs(baseline));
  for (const other of others) {
    if (other.name === baseline.name || other.category !== baseline.category) continue;
    const taken = spelledAs(other).find((each) => own.has(each));
    if (taken === undefined) continue;
    return `'${taken}' is how the baseline '${other.name}' is spelled: '${baseline.name}' cannot have the same name or spelling.`;
  }
  return null;
}

function spelledAs({ name, spellings = [], legacy_spelling: legacy }: Spelled): string[] {
  return [name, ...spellings, ...(legacy === undefined ? [] : [legacy])];
}
