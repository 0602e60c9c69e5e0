import { type ClientRequest, get, type IncomingMessage } from 'node:http';

/** The fields of one event, as they were sent. An event may consist of an id alone, without data. */
interface StreamedEvent {
  id?: string;
  event?: string;
  data?: string;
  retry?: string;
}

/**
 * A client of Server-Sent Events for tests. It does not reconnect by itself. `pause` makes it stop reading,
 * as a slow client does.
 */
export interface EventSourceClient {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** Every event so far. The stream's comments are not among them. */
  readonly events: readonly StreamedEvent[];
  /** Everything that the stream has sent so far, unparsed. */
  text(): string;
  /** The parsed `data` of all events so far that have data. */
  models(): Record<string, unknown>[];
  /** The id of the last event that had one, with which a test can resume the stream. */
  lastId(): string | undefined;
  pause(): void;
  readonly ended: Promise<void>;
  cut(): void;
}

export function openEventSource(
  url: string,
  headers: Record<string, string> = {},
): Promise<EventSourceClient> {
  return new Promise((resolve, reject) => {
    const request: ClientRequest = get(url, { headers, agent: false }, (response) => {
      let text = '';
      const events: StreamedEvent[] = [];
      let rest = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        rest += chunk;
        const blocks = rest.split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          const fields = block.split('\n').filter((line) => line !== '' && !line.startsWith(':'));
          if (fields.length > 0) events.push(Object.fromEntries(fields.map(field)));
        }
      });
      const ended = new Promise<void>((end) => response.once('close', end));
      response.on('error', () => {});
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        events,
        text: () => text,
        models: () =>
          events.flatMap(({ data }) => (data ? [JSON.parse(data) as Record<string, unknown>] : [])),
        lastId: () => events.findLast(({ id }) => id !== undefined)?.id,
        pause: () => void response.pause(),
        ended,
        cut: () => void request.destroy(),
      });
    });
    request.on('error', reject);
  });
}

function field(line: string): [string, string] {
  const colon = line.indexOf(': ');
  return [line.slice(0, colon), line.slice(colon + 2)];
}
