import { BadAnswer } from './failure-reason.ts';

/** One message of a stream of Server-Sent Events. */
export interface StreamMessage {
  readonly event: string;
  readonly data: string;
}

/**
 * Takes a stream of Server-Sent Events apart, piece by piece as it comes. Comments and ids are passed over:
 * they say nothing that the data does not.
 */
export class EventStreamReader {
  readonly #longestMessage: number;
  readonly #decoder = new TextDecoder();
  #rest = '';
  #event = '';
  #data: string[] = [];
  #length = 0;

  /** @param longestMessage in characters */
  constructor(longestMessage: number) {
    this.#longestMessage = longestMessage;
  }

  /**
   * @returns the messages that are complete with this piece
   * @throws BadAnswer when a message is longer than it may be
   */
  push(piece: Uint8Array): StreamMessage[] {
    const text = this.#decoder.decode(piece, { stream: true });
    const lines = this.#linesWith(text);
    const messages: StreamMessage[] = [];
    for (const line of lines) {
      if (line === '') messages.push(...this.#end());
      else this.#take(line);
    }
    if (this.#length + this.#rest.length > this.#longestMessage) throw new BadAnswer('a message is too long');
    return messages;
  }

  /** The lines that end in this text. */
  #linesWith(text: string): string[] {
    // In the middle of a long line there is nothing to look for: looking again at all of it with each piece
    // would take ever longer.
    const goesOn = !/[\r\n]/.test(text) && !this.#rest.endsWith('\r');
    this.#rest += text;
    if (goesOn) return [];
    const lines = this.#rest.split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? '';
    return lines;
  }

  #take(line: string): void {
    this.#length += line.length;
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#event = value;
  }

  #end(): StreamMessage[] {
    const [event, data] = [this.#event || 'message', this.#data];
    this.#event = '';
    this.#data = [];
    this.#length = 0;
    return data.length > 0 ? [{ event, data: data.join('\n') }] : [];
  }
}
