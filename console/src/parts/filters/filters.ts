export interface Option {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean | undefined;
}

/** The keys of `Search`, a page's state in the URL, whose values have the type `Value`. */
export type KeysOf<Search, Value> = {
  [Key in keyof Search]-?: NonNullable<Search[Key]> extends Value ? Key : never;
}[keyof Search] &
  string;

interface FilterBase {
  readonly label: string;
  /** Whether the filter stays visible on a narrow screen while the others are behind a button. */
  readonly stays?: boolean;
  /** `always`: hides the filter behind the button on every screen until it is set. */
  readonly folds?: 'always';
  /**
   * Whether the control only changes the sort order or the view. It then does not count as a filter, and
   * "Clear filters" does not reset it.
   */
  readonly isView?: boolean;
}

/**
 * A filter for one text. The text is stored under `key` in the page's state. `shown` is the text that appears
 * as selected; default: the value of `key`. `to` returns the changes of the page's state when the user
 * selects a text; default: the text becomes the value of `key`.
 */
export type SingleTextFilter<Search> = FilterBase &
  (
    | {
        readonly key: KeysOf<Search, string>;
        readonly shown?: string | undefined;
        readonly to?: (value: string | undefined) => Partial<Search>;
      }
    | {
        readonly key: keyof Search & string;
        readonly shown: string | readonly string[] | undefined;
        readonly to: (value: string | undefined) => Partial<Search>;
      }
  );

/**
 * A drop-down list. `any` is the label of the option that clears the filter; without `any`, one option is
 * always selected.
 */
export type Choice<Search> = SingleTextFilter<Search> & {
  readonly kind: 'choice';
  readonly any?: string | undefined;
  readonly anyDisabled?: boolean | undefined;
  readonly options: readonly Option[];
};

export type Buttons<Search> = SingleTextFilter<Search> & {
  readonly kind: 'buttons';
  /**
   * The label of a button that clears the filter. If absent, the user clears the filter by pressing the
   * selected button again.
   */
  readonly any?: string | undefined;
  /** Whether the buttons are small and spaced, for filters with many options. */
  readonly areMany?: boolean;
  readonly options: readonly Option[];
};

/**
 * A text filter. By default it applies after a pause in typing. With `isEntered`, it applies only when the
 * user presses Enter or leaves the field. `isEntered` is for filters that match nothing before the text is
 * complete.
 */
export type TextFilter<Search> = SingleTextFilter<Search> & {
  readonly kind: 'text';
  readonly placeholder?: string;
  readonly isEntered?: boolean;
  readonly width?: 'short' | 'wide';
  /** The shortcut that focuses the text field. */
  readonly shortcut?: string;
};

export interface Toggle<Search> extends FilterBase {
  readonly kind: 'switch';
  readonly key: KeysOf<Search, boolean>;
  readonly disabled?: boolean;
}

/** A filter of a list. `Search` is the page's state in the URL. */
export type Filter<Search> = Choice<Search> | Buttons<Search> | TextFilter<Search> | Toggle<Search>;

/** Returns the texts that a filter shows as selected. */
export function shownValues<Search>(filter: SingleTextFilter<Search>, search: Search): readonly string[] {
  if ('shown' in filter) return [filter.shown ?? []].flat();
  const value = search[filter.key];
  return typeof value === 'string' ? [value] : [];
}

/**
 * Returns the changes of the page's state when the user selects a value in a filter. An undefined `value`
 * clears the filter.
 */
export function changesOfChoice<Search>(
  filter: SingleTextFilter<Search>,
  value: string | undefined,
): Partial<Search> {
  return filter.to ? filter.to(value) : ({ [filter.key]: value } as Partial<Search>);
}

export function countActiveFilters<Search>(filters: readonly Filter<Search>[], search: Search): number {
  return filters.filter(({ isView, key }) => !isView && search[key] !== undefined).length;
}

/** Returns the changes of the page's state that clear all filters. The sort order and view stay. */
export function searchWithoutFilters<Search>(filters: readonly Filter<Search>[]): Partial<Search> {
  const keys = filters.filter(({ isView }) => !isView).map(({ key }) => key);
  return Object.fromEntries(keys.map((key) => [key, undefined])) as Partial<Search>;
}
