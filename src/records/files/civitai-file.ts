/**
 * A file of a model version at Civitai, with the properties by which a download address chooses among the
 * version's files.
 */
interface VersionFile {
  readonly id: number | null;
  readonly type?: string | null | undefined;
  readonly primary?: boolean | null | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
}

/**
 * What a Civitai download address asks for among the files of a model version: a file id, or properties of
 * the file.
 */
export interface FileSelectors {
  readonly fileId: string | number | null;
  /** The properties that the file must have, such as `type`, `format`, `size` and `fp`, with their values. */
  readonly wanted: Readonly<Record<string, string>>;
}

const civitaiSelectors = ['type', 'format', 'size', 'fp', 'quantType'];

/** Gives the properties that the query of a Civitai download address asks the file to have. */
export function selectorsOf(query: URLSearchParams): Readonly<Record<string, string>> {
  const given = civitaiSelectors.flatMap((key) => {
    const value = query.get(key);
    return value === null ? [] : [[key, value]];
  });
  return Object.fromEntries(given) as Record<string, string>;
}

/**
 * Gives the file that Civitai serves for a download address. Given an id: the file with that id. Given
 * properties: a file with all of them, the primary one if possible. Given neither: the version's primary or
 * only file. Undefined when there is no such file.
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
