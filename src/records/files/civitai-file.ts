/** A file of a version at Civitai, with the facts by which download addresses tell files apart. */
interface VersionFile {
  readonly id: number | null;
  readonly type?: string | null | undefined;
  readonly primary?: boolean | null | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The parts of a download address that choose the file. */
export interface FileSelectors {
  readonly fileId: string | number | null;
  /** The properties that choose the file, such as `type`, `format`, `size` and `fp`, with their values. */
  readonly wanted: Readonly<Record<string, string>>;
}

const civitaiSelectors = ['type', 'format', 'size', 'fp', 'quantType'];

/** Gives the properties by which the query of a download address chooses a file. */
export function selectorsOf(query: URLSearchParams): Readonly<Record<string, string>> {
  const given = civitaiSelectors.flatMap((key) => {
    const value = query.get(key);
    return value === null ? [] : [[key, value]];
  });
  return Object.fromEntries(given) as Record<string, string>;
}

/** Gives the file that Civitai serves for a download with these selectors. */
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
