import { flag, text } from '../../search-params.ts';

/** The page of a definition; without an id, editors create one. */
export interface LicenceSearch {
  readonly id?: string | undefined;
  readonly edit?: true | undefined;
}

export function readLicenceSearch(search: Record<string, unknown>): LicenceSearch {
  return { id: text(search.id), edit: flag(search.edit) };
}

/** The page of an asset; without kind and identifier, editors create one. */
export interface AssetSearch {
  readonly kind?: string | undefined;
  readonly identifier?: string | undefined;
  readonly edit?: true | undefined;
}

export function readAssetSearch(search: Record<string, unknown>): AssetSearch {
  return { kind: text(search.kind), identifier: text(search.identifier), edit: flag(search.edit) };
}
