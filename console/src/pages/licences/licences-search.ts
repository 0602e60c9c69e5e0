import { readFlag, readText } from '../../search-params.ts';

/** The state of a definition's page in the URL. Without an id, the page creates a definition. */
export interface LicenceSearch {
  readonly id?: string | undefined;
  readonly edit?: true | undefined;
}

export function readLicenceSearch(search: Record<string, unknown>): LicenceSearch {
  return { id: readText(search.id), edit: readFlag(search.edit) };
}

/** The state of an asset's page in the URL. Without kind and identifier, the page creates an asset. */
export interface AssetSearch {
  readonly kind?: string | undefined;
  readonly identifier?: string | undefined;
  readonly edit?: true | undefined;
}

export function readAssetSearch(search: Record<string, unknown>): AssetSearch {
  return {
    kind: readText(search.kind),
    identifier: readText(search.identifier),
    edit: readFlag(search.edit),
  };
}
