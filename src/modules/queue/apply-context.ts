import type { Categories } from '../../records/categories/index.ts';
import type { Settings } from '../../settings/settings.ts';
import type { AppendEvents } from '../audit/index.ts';
import type { ChangeSetKinds } from '../catalogues/index.ts';
import type { QueueAct } from './make-events.ts';

/** The context of the current apply call, for applying one change. */
export interface ApplyContext {
  readonly jobId: string;
  /** A new title for the batch; null: keep the title from its approval. */
  readonly title: string | null;
  readonly act: QueueAct;
  readonly categories: Categories;
  readonly settings: Pick<Settings, 'canonicalFormat' | 'applyConflicts'>;
  readonly append: AppendEvents;
  readonly kinds: ChangeSetKinds;
}
