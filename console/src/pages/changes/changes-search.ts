import type { ChangeStatus } from '../../api/types.ts';
import { changeStatuses } from '../../parts/change-statuses.ts';
import { createOneOfReader, readNumber, readText } from '../../search-params.ts';

/** The state of the caller's list of changes in the URL. */
export interface ChangesSearch {
  readonly status?: ChangeStatus | undefined;
  readonly category?: string | undefined;
  /** The current page; the first is 1. */
  readonly page?: number | undefined;
}

const status = createOneOfReader(changeStatuses);

export function readChangesSearch(search: Record<string, unknown>): ChangesSearch {
  return {
    status: status(search.status),
    category: readText(search.category),
    page: readNumber(search.page),
  };
}
