/** The issues that zod found in a value. */
interface Issues {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}

/**
 * Returns the issues of a value as `path: message`, separated by semicolons. An issue with an empty path,
 * which concerns the whole value, gets the path `rootName`.
 */
export function formatIssues({ issues }: Issues, rootName: string): string {
  return issues
    .map(({ path, message }) => `${path.map(String).join('.') || rootName}: ${message}`)
    .join('; ');
}
