import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { BadAnswer } from './failure-reason.ts';

/** One message of a stream of Server-Sent Events. */
export interface StreamMessage {
  readonly event: string;
  readonly data: string;
}

/**
 * Takes the bytes of a stream of Server-Sent Events apart, piece by piece as they come. Comments and ids are
 * passed over: they say nothing that the data does not.
 */
export class EventStreamReader {
  readonly #decoder = new TextDecoder();
  readonly #parser;
  #messages: EventSourceMessage[] = [];

  /** @param maxMessageChars how much of an unfinished message is kept */
  constructor(maxMessageChars: number) {
    this.#parser = createParser({
      maxBufferSize: maxMessageChars,
      onEvent: (message) => this.#messages.push(message),
      onError: ({ type }) => {
        // The other errors are of fields that mean nothing here.
        if (type === 'max-buffer-size-exceeded') throw new BadAnswer('a message is too long');
      },
    });
  }

  /**
   * @returns the messages that are complete with this piece
   * @throws BadAnswer when a message is longer than it may be
   */
  push(piece: Uint8Array): StreamMessage[] {
    this.#messages = [];
    this.#parser.feed(this.#decoder.decode(piece, { stream: true }));
    return this.#messages.map(({ event = 'message', data }) => ({ event, data }));
  }
}
