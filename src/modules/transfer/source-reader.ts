import { OutageError, ShownError } from '../../kernel/errors.ts';
import type { ReferenceSource } from '../../outside/reference-url.ts';
import type { CollectedFiles } from './reference-source.ts';

/** Returned in place of a file's text when the file cannot be read. */
export const unreadable = Symbol('unreadable');

/** Reads the files of a source. An unreadable file is reported as a problem, and reading continues. */
export interface SourceReader {
  label(path: string): string;
  /** Returns the text of a file; null when the file does not exist. */
  read(path: string): Promise<string | null | typeof unreadable>;
}

/**
 * After this number of consecutive requests without a response, no further files of a source are requested.
 */
const maxUnansweredCalls = 2;

/**
 * Creates the reader of a source.
 * @param collectedFiles receives a problem for each unreadable file
 */
export function createSourceReader(
  source: ReferenceSource,
  collectedFiles: Pick<CollectedFiles, 'problems'>,
): SourceReader {
  let unansweredCalls = 0;
  return {
    label: source.label,
    read: async (path) => {
      if (unansweredCalls >= maxUnansweredCalls) return unreadable;
      try {
        const text = await source.read(path);
        unansweredCalls = 0;
        return text;
      } catch (error) {
        if (!(error instanceof ShownError)) throw error;
        unansweredCalls = error instanceof OutageError ? unansweredCalls + 1 : 0;
        const file = source.label(path);
        const reason = error.message.startsWith(`${file} `)
          ? error.message.slice(file.length + 1)
          : error.message;
        const unansweredNote =
          unansweredCalls >= maxUnansweredCalls ? ' No further files were requested there.' : '';
        collectedFiles.problems.push({ file, name: null, reason: reason + unansweredNote });
        return unreadable;
      }
    },
  };
}
