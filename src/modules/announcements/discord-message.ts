import type { BatchAnnouncement, ModelAnnouncement } from './announcements.ts';

/** How a batch was reverted. `by` is the id of the later batch that reverted it, or a part of it. */
export interface Reverted {
  readonly by: number;
  /** Whether the later batch reverted the whole batch. */
  readonly wholly: boolean;
}

export interface DiscordMessage {
  readonly embeds: readonly [DiscordEmbed];
  /** An empty list, so that Discord mentions nobody, even if a name or a title contains a mention. */
  readonly allowed_mentions: { readonly parse: readonly [] };
}

interface DiscordEmbed {
  readonly title: string;
  readonly url?: string;
  readonly description: string;
  readonly color: number;
  /** The time at which the batch was applied, in ISO 8601. */
  readonly timestamp: string;
  readonly footer?: { readonly text: string };
}

/** Discord's limits for an embed, in UTF-16 units. All texts of a message together may have 6,000. */
const most = { title: 256, description: 4096 };
/**
 * Largest number of characters of a model's name, address and details, so that a few long texts do not crowd
 * out the other models.
 */
const [mostName, mostAddress, mostDetails] = [150, 300, 300];

const colours = { added: 0x2f9e44, changed: 0x3b5bdb, removed: 0xc92a2a, reverted: 0x868e96 };
const headings = { added: 'Added', changed: 'Changed', removed: 'Removed' } as const;

/**
 * Describes the outcome of a batch in one message within Discord's limits.
 *
 * @param console the console's public address, without a slash at the end; null: the message has no links
 */
export function discordMessage(
  { batch_id, title, applied_at, models, more }: BatchAnnouncement,
  reverted: Reverted | null,
  console: string | null,
): DiscordMessage {
  const own = title?.trim() ?? '';
  const named = own === '' ? `Batch ${batch_id}` : plain(own, most.title - '~~~~'.length);
  const taken = reverted && `${reverted.wholly ? 'Reverted' : 'Partly reverted'} by batch ${reverted.by}`;
  const embed = {
    title: reverted?.wholly ? `~~${named}~~` : named,
    ...(console === null ? {} : { url: `${console}/review/batches/${batch_id}` }),
    description: descriptionOf(models, more, taken && `**${taken}.**`, console),
    color: reverted?.wholly ? colours.reverted : colourOf(models),
    timestamp: new Date(applied_at * 1000).toISOString(),
    footer: { text: `Batch ${batch_id}` },
  };
  return { embeds: [embed], allowed_mentions: { parse: [] } };
}

function descriptionOf(
  models: readonly ModelAnnouncement[],
  more: number,
  first: string | null,
  console: string | null,
): string {
  const lines = models.map((model) => lineOf(model, console));
  const head = first === null ? [] : [first];
  if (lines.length === 0 && more === 0) return [...head, 'Every model is as it was before.'].join('\n');
  for (let told = lines.length; ; told -= 1) {
    const rest = lines.length - told + more;
    const tail = rest === 0 ? [] : [`and ${rest} more`];
    const text = [...head, ...lines.slice(0, told), ...tail].join('\n');
    if (text.length <= most.description) return text;
  }
}

function lineOf(
  { category, name, change, what, monthlyUses, askedBy }: ModelAnnouncement,
  console: string | null,
) {
  const shown = plain(name, mostName);
  const page = console && `${console}/model/${category}?name=${encoded(name)}`;
  // No link for a removed model, whose page shows nothing, nor for a long address, which would take the place
  // of others.
  const linked = page && change !== 'removed' && page.length <= mostAddress ? `[${shown}](${page})` : shown;
  const uses = monthlyUses === null ? '' : `, about ${monthlyUses.toLocaleString('en')} uses a month`;
  const said = what.length === 0 ? '' : `: ${plain(what.join(', '), mostDetails)}`;
  const asked =
    askedBy === undefined ? '' : `, asked for by ${askedBy} ${askedBy === 1 ? 'account' : 'accounts'}`;
  return `**${headings[change]}** ${linked} (${plain(category, mostName)}${uses}${asked})${said}`;
}

function colourOf(models: readonly ModelAnnouncement[]): number {
  const kinds = new Set(models.map(({ change }) => change));
  const [only = 'changed'] = kinds;
  return kinds.size === 1 ? colours[only] : colours.changed;
}

/**
 * Escapes Markdown, mentions, emoji, addresses and line breaks, and shortens the text to `length` characters.
 */
function plain(text: string, length: number): string {
  let shown = '';
  for (const character of text.toWellFormed().replace(/\s+/g, ' ')) {
    const next = /[\\*_~`|<>[\]()@#:]/.test(character) ? `\\${character}` : character;
    if (shown.length + next.length >= length) return `${shown}…`;
    shown += next;
  }
  return shown;
}

/** Encodes a name for a URL. Encodes parentheses too, which would end a Markdown link. */
function encoded(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(/[()*_~]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
}
