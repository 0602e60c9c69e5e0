/** The issues that zod found in a value. */
interface Issues {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}

/**
 * Returns the issues of a value as `path: message`. `rootName` is used as the path of an issue with the value
 * itself.
 */
export function issuesText({ issues }: Issues, rootName: string): string {
  return issues
    .map(({ path, message }) => `${path.map(String).join('.') || rootName}: ${message}`)
    .join('; ');
}
