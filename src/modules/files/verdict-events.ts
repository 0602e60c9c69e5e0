import type { CanonicalFormat } from '../../records/categories/category.ts';
import { isWrong, weightOf } from '../../records/files/verdict.ts';
import type { AppendEvents } from '../audit/index.ts';
import { fileVerdictEvent } from './file-verdict-event.ts';
import type { NewVerdictChange, OnVerdictChanges } from './note-verdicts.ts';

/**
 * Appends an event for every verdict that became another one; for a first verdict only where something is
 * wrong: that a file is as expected is no news.
 */
export function appendVerdictEvents(append: AppendEvents, domain: CanonicalFormat): OnVerdictChanges {
  return async (writer, changes) => {
    const events = changes
      .filter(isNews)
      .map(({ at, category, model_name, ...news }) =>
        fileVerdictEvent({ category, modelName: model_name, domain, now: at }, news),
      );
    await append(writer, events);
  };
}

function isNews({ verdict_before: before, verdict }: NewVerdictChange): boolean {
  // That a host does not answer is never counted against a file.
  if (verdict === 'unreachable') return false;
  if (before === null || weightOf[before] === 'open') return isWrong(verdict);
  return true;
}
