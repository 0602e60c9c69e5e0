import type { JsonObject } from '../../../kernel/json.ts';

/** A v2 record as a user submits it, without the fields that the registry fills in. */
export type Sample = JsonObject & { readonly name: string };

/** Creates the entry of a file in a record's downloads. */
export function createDownload(
  file_url: string,
  more: { sha256sum?: string; file_name?: string; file_purpose?: string } = {},
): JsonObject {
  return { file_name: file_url.slice(file_url.lastIndexOf('/') + 1), file_url, ...more };
}

/** Returns the URL of a file in a Hugging Face repository. */
export function createHuggingFaceUrl(repository: string, file: string): string {
  return `https://huggingface.co/${repository}/resolve/main/${file}`;
}

/** Creates the licence of a model from the licence on the card of its Hugging Face repository. */
export function createCardLicense(
  repository: string,
  license_expression: string,
  permits: { commercial_use: string; redistribution: string; obligations: string[] },
): JsonObject {
  const source = `https://huggingface.co/${repository}`;
  const evidence = [{ source, description: 'Stated on the model card' }];
  return { license_expression, ...permits, evidence };
}
