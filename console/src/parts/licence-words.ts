import type { components } from '#client';

type Schemas = components['schemas'];
export type Permission = Schemas['LicensePermission'];

/** The stored `licensing` of a record. Unknown values are absent. */
export interface Licensing {
  readonly license_expression: string;
  readonly license_ids?: readonly string[];
  readonly commercial_use: Permission;
  readonly redistribution: Permission;
  readonly obligations?: readonly string[];
  readonly evidence?: readonly {
    readonly source: string;
    readonly description?: string | null;
    readonly checked_at?: string | null;
  }[];
  readonly notes?: string | null;
  readonly files?: Readonly<Record<string, Licensing>>;
}

export const permissionNames: Readonly<Record<Permission, string>> = {
  allowed: 'yes',
  allowed_with_conditions: 'with conditions',
  prohibited: 'no',
  unknown: 'not known',
};

export const permissionKeys = Object.keys(permissionNames) as Permission[];

/** The options of a permission in forms. */
export const permissionOptions = permissionKeys.map((value) => ({ value, label: permissionNames[value] }));

export const obligationNames: Readonly<Record<string, string>> = {
  attribution: 'name the authors',
  include_license: 'include the licence',
  share_alike: 'share under the same licence',
  disclose_source: 'disclose the source',
  network_source_disclosure: 'disclose the source to users over a network',
  responsible_use_restrictions: 'keep to the restrictions of use',
  other: 'others, see the notes',
};

/** Returns the licensing of a record; undefined if the record has none. */
export function licensingIn(record: unknown): Licensing | undefined {
  return (record as { readonly licensing?: Licensing | null }).licensing ?? undefined;
}

const dayFormat = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `2026-11-28` → "28 Nov 2026" */
export function formatDay(day: string): string {
  const date = new Date(day);
  return Number.isNaN(date.getTime()) ? day : dayFormat.format(date);
}
