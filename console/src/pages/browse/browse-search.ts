import { flag, list, number, oneOf, text } from '../../search-params.ts';

export const views = ['table', 'cards', 'groups'] as const;
export type View = (typeof views)[number];

/** The browse page's state in the URL. An absent key stands for no filter, or for the default. */
export interface BrowseSearch {
  /** Words, a hash or an address, by which models are found. */
  q?: string;
  baseline?: string[];
  style?: string[];
  /** Models with any of these tags; with all of them when `match` is `all`. */
  tag?: string[];
  match?: 'all';
  /** Models with none of these tags. */
  without?: string[];
  nsfw?: 'yes' | 'no';
  /** Bounds of the size, both included: billions of parameters for text models, GiB for the others. */
  min?: number;
  max?: number;
  /** Models with a file at any of these hosts. */
  host?: string[];
  /** Text models of these groups. */
  group?: string[];
  /** Adds a row to a text model for each of its names at backends. */
  variants?: true;
  /** A column's id, with a minus in front when descending. */
  sort?: string;
  view?: View;
  /** Ids of the shown columns; absent for the default columns. */
  cols?: string[];
  /** Ids of the families and groups whose members are shown; `*` is all. */
  open?: string[];
}

export function readBrowseSearch(search: Record<string, unknown>): BrowseSearch {
  const read: BrowseSearch = {
    q: text(search.q),
    baseline: list(search.baseline),
    style: list(search.style),
    tag: list(search.tag),
    match: oneOf(['all'])(search.match),
    without: list(search.without),
    nsfw: oneOf(['yes', 'no'])(search.nsfw),
    min: number(search.min),
    max: number(search.max),
    host: list(search.host),
    group: list(search.group),
    variants: flag(search.variants),
    sort: text(search.sort),
    view: oneOf(views)(search.view),
    cols: list(search.cols),
    open: list(search.open),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
