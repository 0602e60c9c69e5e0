import type { Tx } from '../../store/tx.ts';
import { changeStore, isChangeSet } from '../queue/index.ts';

/** An applied batch, with its first changes. */
export type AppliedBatch = Awaited<ReturnType<typeof readAppliedBatch>>;

const maxListedChanges = 50;

/** @param batch_id the id of a batch with an applied change */
export async function readAppliedBatch(reader: Tx, batch_id: number) {
  const { pageOfIds, heads, listed, newNames } = changeStore(reader);
  const batchFilter = { batch_id, statuses: ['applied'] } as const;
  const { ids, total } = await pageOfIds(batchFilter, { offset: 0, limit: maxListedChanges });
  const [changes, newNamesById] = [await heads(ids), await newNames(ids)];
  const changeSets = await listed(changes.filter(isChangeSet).map(({ change_id }) => change_id));
  const titles = new Map(changeSets.map(({ change_id, notes }) => [change_id, notes]));
  const proposers = joinUsernames(changes.map(({ requested_username }) => requested_username));
  const approvers = joinUsernames(changes.map(({ approved_username }) => approved_username));
  return {
    batch_id,
    title: changes[0]?.batch_title?.trim() || `Batch ${batch_id}`,
    /** Unix seconds. */
    applied_at: Math.max(0, ...changes.map((change) => change.applied_at ?? 0)),
    /** The usernames of the proposers and approvers of the changes, in a sentence. */
    people: `Proposed by ${proposers}, approved by ${approvers}`,
    /**
     * The first changes, at most 50. `renamedTo` is the model's new name; undefined if the name did not
     * change. `title` is present only for a change set.
     */
    changes: changes.map(({ change_id, category, model_name, operation }) => {
      const change = { category, model_name, operation, renamedTo: newNamesById.get(change_id) };
      const title = titles.get(change_id) ?? undefined;
      return title === undefined ? change : { ...change, title };
    }),
    /** The number of changes beyond the listed ones. */
    moreCount: total - ids.length,
  };
}

const joinUsernames = (usernames: readonly (string | null)[]) => [...new Set(usernames)].sort().join(', ');

/** How a format, such as HTML, writes texts. Each function escapes its argument. */
export interface Markup {
  readonly text: (text: string) => string;
  readonly bold: (text: string) => string;
  readonly link: (text: string, url: string) => string;
}

const verbs = { create: 'Added', update: 'Changed', delete: 'Removed' } as const;

/**
 * Describes a batch in lines: the people, then the name of each category, followed by its changes.
 * @param console the console's address, without a slash at the end; null: the lines have no links
 */
export function describeBatch(
  { people, changes, moreCount }: AppliedBatch,
  console: string | null,
  markup: Markup,
) {
  const { text, bold, link } = markup;
  const lines = [...Map.groupBy(changes, ({ category }) => category)].flatMap(
    ([category, categoryChanges]) => {
      const pageUrl = (name: string) => `${console}/model/${category}?name=${encodeName(name)}`;
      const modelLink = (name: string) => (console === null ? text(name) : link(name, pageUrl(name)));
      const changeLines = categoryChanges.map((change) => {
        const { model_name: name, operation, renamedTo } = change;
        if ('title' in change) return `Changed the catalogue: ${text(change.title)}`;
        if (renamedTo !== undefined) return `Renamed ${text(name)} to ${modelLink(renamedTo)}`;
        // A deleted model is not linked: its page is empty.
        return `${verbs[operation]} ${operation === 'delete' ? text(name) : modelLink(name)}`;
      });
      return [bold(category), ...changeLines];
    },
  );
  return [text(people), ...lines, ...(moreCount > 0 ? [`and ${moreCount} more`] : [])];
}

/** Encodes a name for a URL. Also encodes the characters that have a meaning in Markdown. */
function encodeName(name: string): string {
  const percentEncode = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(name.toWellFormed()).replace(/[()*_~]/g, percentEncode);
}
