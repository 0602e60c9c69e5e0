/**
 * A file of a model version at Civitai. Download addresses choose it by its id or its other properties.
 */
interface VersionFile {
  readonly id: number | null;
  readonly type?: string | null | undefined;
  readonly primary?: boolean | null | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
}

/**
 * Which of a model version's files a Civitai download address asks for: the file with an id, or a file with
 * certain properties.
 */
export interface FileSelectors {
  readonly fileId: string | number | null;
  /** The properties that the file must have, such as `type`, `format`, `size` and `fp`, with their values. */
  readonly wanted: Readonly<Record<string, string>>;
}

const civitaiSelectors = ['type', 'format', 'size', 'fp', 'quantType'];

/** Reads from the query of a Civitai download address which properties the file must have. */
export function selectorsOf(query: URLSearchParams): Readonly<Record<string, string>> {
  const given = civitaiSelectors.flatMap((key) => {
    const value = query.get(key);
    return value === null ? [] : [[key, value]];
  });
  return Object.fromEntries(given) as Record<string, string>;
}

/**
 * Finds the file that Civitai serves for a download address. With an id: the file with that id. With
 * properties: a file that has all of them, preferably the primary one. With neither: the version's primary
 * file, or its only file. Undefined when there is no such file.
 */
export function selectedFile<File extends VersionFile>(
  files: readonly File[],
  { fileId, wanted }: FileSelectors,
): File | undefined {
  if (fileId !== null) return files.find(({ id }) => String(id) === String(fileId));
  const asked = Object.entries(wanted);
  if (asked.length === 0)
    return files.find(({ primary }) => primary === true) ?? (files.length === 1 ? files[0] : undefined);
  const fits = (file: File) =>
    asked.every(([key, value]) => String(key === 'type' ? file.type : file.metadata?.[key]) === value);
  const found = files.filter(fits);
  return found.find(({ primary }) => primary === true) ?? found[0];
}
