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

interface Named {
  readonly label: string;
  /**
   * Whether the filter stays visible on a narrow screen when the bar hides the other filters behind a button.
   */
  readonly stays?: boolean;
  /** `always`: the filter is behind the button on every screen, until it is set. */
  readonly folds?: 'always';
  /**
   * Whether the control only sorts the list or chooses a view of it. It then does not count as a set filter,
   * and "Clear filters" does not change it.
   */
  readonly isView?: boolean;
}

/**
 * A filter whose value is one text. `key` is the key of this value in the page's state. The filter shows
 * `shown` as chosen, or the value of `key` if `shown` is absent. When people choose a text, `to` gives the
 * new values for the page's state; if `to` is absent, the text becomes the value of `key`.
 */
export type OfOneText<Search> = Named &
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
 * A drop-down list. `any` is the label of the choice that unsets the filter; without `any`, one of the
 * options is always chosen.
 */
export type Choice<Search> = OfOneText<Search> & {
  readonly kind: 'choice';
  readonly any?: string | undefined;
  readonly anyDisabled?: boolean | undefined;
  readonly options: readonly Option[];
};

export type Buttons<Search> = OfOneText<Search> & {
  readonly kind: 'buttons';
  /**
   * The label of a button that unsets the filter. Absent: there is no such button, and people unset the
   * filter by pressing the pressed button again.
   */
  readonly any?: string | undefined;
  /** True: the buttons are small and have gaps between them, which suits filters with many options. */
  readonly areMany?: boolean;
  readonly options: readonly Option[];
};

/**
 * A text filter. It applies after a pause in typing. With `isEntered`, it applies only when people press
 * Enter or leave the field, because this filter finds nothing for half a text.
 */
export type TextFilter<Search> = OfOneText<Search> & {
  readonly kind: 'text';
  readonly placeholder?: string;
  readonly isEntered?: boolean;
  readonly width?: 'short' | 'wide';
  /** The key that moves the focus into the text field. */
  readonly shortcut?: string;
};

export interface Toggle<Search> extends Named {
  readonly kind: 'switch';
  readonly key: KeysOf<Search, boolean>;
  readonly disabled?: boolean;
}

/** A filter of a list. `Search` is the state of the list's page in the URL. */
export type Filter<Search> = Choice<Search> | Buttons<Search> | TextFilter<Search> | Toggle<Search>;

/** Returns the texts that a filter shows as chosen. */
export function shownValues<Search>(filter: OfOneText<Search>, search: Search): readonly string[] {
  if ('shown' in filter) return [filter.shown ?? []].flat();
  const value = search[filter.key];
  return typeof value === 'string' ? [value] : [];
}

/**
 * Returns the values that change in the page's state when people choose a text in a filter. An undefined
 * `value` unsets the filter.
 */
export function changesOfChoice<Search>(
  filter: OfOneText<Search>,
  value: string | undefined,
): Partial<Search> {
  return filter.to ? filter.to(value) : ({ [filter.key]: value } as Partial<Search>);
}

export function countSet<Search>(filters: readonly Filter<Search>[], search: Search): number {
  return filters.filter(({ isView, key }) => !isView && search[key] !== undefined).length;
}

/** Returns the part of a page's state that unsets all filters. It leaves sorting and views unchanged. */
export function searchWithoutFilters<Search>(filters: readonly Filter<Search>[]): Partial<Search> {
  const keys = filters.filter(({ isView }) => !isView).map(({ key }) => key);
  return Object.fromEntries(keys.map((key) => [key, undefined])) as Partial<Search>;
}
