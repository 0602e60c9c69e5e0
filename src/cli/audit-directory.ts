import { constants } from 'node:fs';
import { mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeDirectory } from '../kernel/files/atomic-write.ts';
import { type AuditEvent, chainStart, formatEventLine, parseEventLine } from '../modules/audit/index.ts';
import type { ChainEnd } from '../records/feed-cursor.ts';
import { CommandFailed } from './terminal.ts';

// Writes and reads an audit trail as files `<domain>/<category>/audit-000001.jsonl`, one event per line. When
// a file has reached `segmentBytes` bytes, the export starts the next file. `index.json` contains the id and
// the hash of the trail's last event.

const { O_APPEND, O_NOFOLLOW, O_WRONLY } = constants;
const segmentBytes = 5 * 1024 * 1024;
const indexName = 'index.json';

function formatSegmentName(number: number): string {
  return `audit-${String(number).padStart(6, '0')}.jsonl`;
}

function formatIndex({ event_id, hash }: ChainEnd): string {
  return `${JSON.stringify({ last_event_id: event_id, last_hash: hash })}\n`;
}

/**
 * Exports a trail into a directory, and creates the directory if it does not exist.
 * @param onPage called after each page is written, with the id of the page's last event
 * @returns the id and the hash of the last event
 * @throws CommandFailed when the directory is not empty
 */
export async function writeAuditDirectory(
  directory: string,
  pages: AsyncIterable<readonly AuditEvent[]>,
  onPage: (events: number) => void,
): Promise<ChainEnd> {
  makeDirectory(resolve(directory));
  if ((await readdir(directory)).length > 0) {
    throw new CommandFailed(`${directory} is not empty; allowed: an empty or a new directory.`);
  }
  const segments = new Map<string, Segment>();
  let end: ChainEnd = chainStart;
  for await (const page of pages) {
    // Grouped by file: one write per file and page instead of one per event.
    for (const [folder, events] of Map.groupBy(page, segmentFolderOf)) {
      const segment = segments.get(folder) ?? (await createSegmentFolder(directory, folder));
      segments.set(folder, await appendEvents(directory, folder, segment, events));
    }
    end = page.at(-1) ?? end;
    onPage(end.event_id);
  }
  await writeFile(join(directory, indexName), formatIndex(end), { flag: 'wx' });
  return end;
}

/** The newest file of a `<domain>/<category>` folder: its number and size. The export appends to it. */
interface Segment {
  readonly number: number;
  readonly bytes: number;
}

function segmentFolderOf({ domain, category }: AuditEvent): string {
  return join(domain, category);
}

async function createSegmentFolder(directory: string, folder: string): Promise<Segment> {
  await mkdir(join(directory, folder), { recursive: true });
  return { number: 1, bytes: 0 };
}

async function appendEvents(
  directory: string,
  folder: string,
  segment: Segment,
  events: readonly AuditEvent[],
): Promise<Segment> {
  let { number, bytes } = segment;
  let isCreated = bytes > 0;
  let text = '';
  const flush = async () => {
    // The directory was empty at the start, so an existing file that this export did not create was written
    // by another process.
    const path = join(directory, folder, formatSegmentName(number));
    const file = await open(path, isCreated ? O_APPEND | O_NOFOLLOW | O_WRONLY : 'wx');
    isCreated = true;
    try {
      await file.writeFile(text);
    } finally {
      await file.close();
    }
    text = '';
  };
  for (const event of events) {
    if (bytes >= segmentBytes) {
      await flush();
      number += 1;
      bytes = 0;
      isCreated = false;
    }
    const line = `${formatEventLine(event)}\n`;
    text += line;
    bytes += line.length;
  }
  await flush();
  return { number, bytes };
}

/** An exported audit trail in a directory. Call `pages` only once. */
export interface AuditDirectory {
  /** The id and the hash of the last event, from `index.json`. */
  readonly head: ChainEnd;
  /**
   * Yields the events of all files in pages, ordered by id. Skips lines that are not events and adds their
   * file and line number to `unreadable`.
   */
  pages(): AsyncGenerator<AuditEvent[]>;
  readonly unreadable: readonly string[];
}

/**
 * Opens an exported trail in a directory.
 * @throws CommandFailed when the directory contains no exported trail, or its `index.json` was altered
 */
export async function openAuditDirectory(directory: string): Promise<AuditDirectory> {
  const head = await readIndex(directory);
  const unreadable: string[] = [];
  return {
    head,
    unreadable,
    pages: async function* () {
      const sequences: EventSequence[] = [];
      for (const folder of await listSegmentFolders(directory)) {
        const events = readEvents(directory, folder, unreadable);
        sequences.push({ events, next: await events.next() });
      }
      yield* mergeSequences(sequences);
    },
  };
}

async function readIndex(directory: string): Promise<ChainEnd> {
  const path = join(directory, indexName);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new CommandFailed(`No exported audit trail in ${directory}: ${(error as Error).message}`);
  }
  try {
    const { last_event_id, last_hash } = JSON.parse(text);
    const end = { event_id: last_event_id, hash: last_hash };
    if (formatIndex(end) === text) return end;
  } catch {
    // Falls through to the error below.
  }
  throw new CommandFailed(`${path} was altered: its content is not what modelref audit export writes.`);
}

async function listSegmentFolders(directory: string): Promise<string[]> {
  const segmentFolders: string[] = [];
  for (const domain of ['v2', 'legacy']) {
    const categories = await readdir(join(directory, domain)).catch(() => []);
    segmentFolders.push(...categories.sort().map((category) => join(domain, category)));
  }
  return segmentFolders;
}

/**
 * Yields the events of one `<domain>/<category>` folder in file order. Adds the file and number of each line
 * that is not an event to `unreadable`. Reads each file into memory, since a file has only a few megabytes.
 */
async function* readEvents(
  directory: string,
  folder: string,
  unreadable: string[],
): AsyncGenerator<AuditEvent, undefined> {
  const segments = (await readdir(join(directory, folder))).sort();
  for (const segment of segments) {
    // latin1 decodes each byte to one character. An export is ASCII, so a line with other bytes is not an
    // event.
    const text = await readFile(join(directory, folder, segment), 'latin1');
    const lines = text.split('\n');
    // The empty text after the last line feed.
    if (lines.at(-1) === '') lines.pop();
    else lines.push(`${lines.pop()} `);
    for (const [index, line] of lines.entries()) {
      const event = parseEventLine(line);
      if (event) yield event;
      else unreadable.push(`${join(folder, segment)} line ${index + 1}`);
    }
  }
  return undefined;
}

interface EventSequence {
  readonly events: AsyncGenerator<AuditEvent, undefined>;
  next: IteratorResult<AuditEvent, undefined>;
}

const pageSize = 1000;

/**
 * Merges sequences of events into one, and yields it in pages. All are ordered by event id.
 */
async function* mergeSequences(sequences: readonly EventSequence[]): AsyncGenerator<AuditEvent[]> {
  let page: AuditEvent[] = [];
  for (;;) {
    let earliest: EventSequence | undefined;
    for (const sequence of sequences) {
      if (sequence.next.done) continue;
      if (!earliest || earliest.next.done || sequence.next.value.event_id < earliest.next.value.event_id)
        earliest = sequence;
    }
    if (!earliest || earliest.next.done) break;
    page.push(earliest.next.value);
    earliest.next = await earliest.events.next();
    if (page.length === pageSize) {
      yield page;
      page = [];
    }
  }
  if (page.length > 0) yield page;
}
