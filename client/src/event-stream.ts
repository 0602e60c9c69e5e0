/** One message of a stream of Server-Sent Events. */
export interface StreamMessage {
  readonly event: string;
  readonly data: string;
}

/**
 * Maximum number of characters of an incomplete message. A longer message ends the stream with an error. The
 * limit is high because an event of the feed contains two whole records.
 */
const maxMessageLength = 32 * 1024 * 1024;

/**
 * Yields the messages of a stream in groups, one group per read of the stream. A group is empty when only a
 * keep-alive or a part of a message arrived.
 * @throws Error after `silenceMs` without a byte, or when a message is longer than `maxMessageLength`
 */
export async function* messagesOf(
  body: ReadableStream<Uint8Array>,
  silenceMs: number,
): AsyncGenerator<readonly StreamMessage[]> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let fields: string[] = [];
  let line = '';
  /** Length of `fields` and `line`, in characters. */
  let pendingLength = 0;
  let endedWithCarriageReturn = false;
  try {
    for (;;) {
      const { done, value } = await withTimeout(reader.read(), silenceMs);
      if (done) return;
      const text = decoder.decode(value, { stream: true });
      const messages: StreamMessage[] = [];
      // A CRLF may be split between two reads. Its line feed does not end another line.
      const lines = (endedWithCarriageReturn ? text.replace(/^\n/, '') : text).split(/\r\n?|\n/);
      if (text !== '') endedWithCarriageReturn = text.endsWith('\r');
      pendingLength += text.length;
      for (const [index, piece] of lines.entries()) {
        line += piece;
        if (index === lines.length - 1) break;
        if (line !== '') fields.push(line);
        else {
          messages.push(messageOf(fields));
          fields = [];
          pendingLength = text.length;
        }
        line = '';
      }
      if (pendingLength > maxMessageLength)
        throw new Error(`a message of the stream exceeds the limit of ${maxMessageLength} characters`);
      yield messages.filter(({ data }) => data !== '');
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function messageOf(lines: readonly string[]): StreamMessage {
  const fields = { event: 'message', data: [] as string[] };
  for (const line of lines) {
    const [, name, value = ''] = /^(event|data)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'event') fields.event = value;
    else if (name === 'data') fields.data.push(value);
  }
  return { event: fields.event, data: fields.data.join('\n') };
}

async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the stream sent no message for ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
