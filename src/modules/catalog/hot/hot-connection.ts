import type { RequestListener, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { GracefulServer } from '../../../serving/http-server.ts';
import type { HotRead, HotReads, ReadyAnswer } from './hot-reads.ts';
import { type PlainRequest, parsePlainRequest } from './plain-request.ts';

/** The parts of the server that a hot connection uses. */
interface ConnectionContext {
  readonly server: Pick<
    GracefulServer,
    'headersTimeout' | 'timeout' | 'keepAliveTimeout' | 'keepAliveTimeoutBuffer' | 'stopping'
  >;
  readonly hot: HotReads;
  readonly serializer: AnswerSerializer;
  /**
   * Removes the connection from the server's list of hot connections. Called when the connection is closed or
   * about to be handed over.
   */
  release(): void;
  /** Hands a connection over to `node:http`, which handles all further requests. */
  handOver(socket: Socket): void;
}

/**
 * A connection for hot reads. Responds to each chunk that is exactly one plain request for a hot read. From
 * the first other chunk on, `node:http` handles the connection.
 */
export class HotConnection {
  readonly #socket: Socket;
  readonly #context: ConnectionContext;
  #timeoutMs = 0;
  /** The latest plain request and its bytes, cached because a polling client sends the same bytes again. */
  #latestChunk: { readonly bytes: Buffer; readonly request: PlainRequest } | undefined;

  constructor(socket: Socket, context: ConnectionContext) {
    this.#socket = socket;
    this.#context = context;
    this.#setTimeout(context.server.headersTimeout);
    this.#listen('on');
  }

  /** Closes the connection after all written data is sent. */
  closeIfIdle(): void {
    if (!this.#socket.writableEnded) this.#socket.destroySoon();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #listen(how: 'on' | 'off'): void {
    this.#socket[how]('data', this.#onData);
    this.#socket[how]('drain', this.#onDrain);
    this.#socket[how]('timeout', this.#onTimeout);
    this.#socket[how]('end', this.#onEnd);
    this.#socket[how]('error', this.#onError);
    this.#socket[how]('close', this.#onClose);
  }

  readonly #onData = (chunk: Buffer): void => {
    // The connection is already closing.
    if (this.#socket.writableEnded) return;
    const request = this.#parse(chunk);
    const hotRead = request && this.#context.hot.find(request.url);
    // `node:http` also takes over if the client has not read its previous response, because `node:http` can
    // wait. During shutdown, `node:http` takes over because its response announces the end of the connection.
    if (!hotRead || this.#socket.writableLength > 0 || this.#context.server.stopping) {
      this.#handOver(chunk);
      return;
    }
    this.#answer(request, hotRead);
  };

  #parse(chunk: Buffer): PlainRequest | null {
    if (this.#latestChunk?.bytes.equals(chunk)) return this.#latestChunk.request;
    const request = parsePlainRequest(chunk);
    if (request) this.#latestChunk = { bytes: chunk, request };
    return request;
  }

  /** Called when the whole response has been sent to the client. The connection is then idle. */
  readonly #onDrain = (): void => this.#setTimeout(this.#idleMs);
  readonly #onTimeout = (): void => void this.#socket.destroy();
  readonly #onEnd = (): void => void this.#socket.end();
  /** Ignores errors: without a listener they would end the process. Node destroys the socket. */
  readonly #onError = (): void => {};
  readonly #onClose = (): void => this.#context.release();

  #answer({ method, acceptEncoding, ifNoneMatch }: PlainRequest, { body, counter }: HotRead): void {
    const { hot, server, serializer } = this.#context;
    const socket = this.#socket;
    const answer = hot.answer(body, acceptEncoding, ifNoneMatch);
    if (method === 'HEAD') {
      socket.write(serializer.serializeHead(answer, hot.age()));
    } else {
      const pieces = serializer.serialize(answer, hot.age());
      if (pieces.length > 1) socket.cork();
      for (const piece of pieces) socket.write(piece);
      if (pieces.length > 1) socket.uncork();
    }
    this.#setTimeout(socket.writableLength > 0 ? server.timeout : this.#idleMs);
    counter.count(answer.status);
  }

  /**
   * Timeout of an idle connection, in ms. As in `node:http`, slightly longer than the `Keep-Alive` header
   * states.
   */
  get #idleMs(): number {
    const { keepAliveTimeout, keepAliveTimeoutBuffer = 0 } = this.#context.server;
    return keepAliveTimeout + keepAliveTimeoutBuffer;
  }

  #setTimeout(milliseconds: number): void {
    // Skip setting an unchanged timeout: it is slower than the comparison, and traffic restarts the timer.
    if (milliseconds === this.#timeoutMs) return;
    this.#timeoutMs = milliseconds;
    this.#socket.setTimeout(milliseconds);
  }

  #handOver(chunk: Buffer): void {
    const socket = this.#socket;
    this.#listen('off');
    this.#context.release();
    socket.setTimeout(0);
    // Put the chunk back, so that `node:http` reads it.
    socket.pause();
    socket.unshift(chunk);
    this.#context.handOver(socket);
    socket.resume();
  }
}

/**
 * A `node:http` server whose connections start as hot connections. When a client sends anything but a hot
 * read, the server emits `connection`, which hands the connection over to `node:http`.
 */
export class HotReadServer extends GracefulServer {
  readonly #connections = new Set<HotConnection>();
  readonly #hot: HotReads;
  readonly #serializer: AnswerSerializer;

  constructor(options: ServerOptions, listener: RequestListener, hot: HotReads) {
    super(options, listener);
    this.#hot = hot;
    this.#serializer = new AnswerSerializer(this.keepAliveTimeout);
  }

  /**
   * Turns the socket of each `connection` event into a hot connection, unless the server is stopping. Emits
   * all other events as usual.
   */
  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (event !== 'connection' || this.stopping) return super.emit(event, ...values);
    const connection = new HotConnection(values[0] as Socket, {
      server: this,
      hot: this.#hot,
      serializer: this.#serializer,
      release: () => this.#connections.delete(connection),
      handOver: (socket) => super.emit('connection', socket),
    });
    this.#connections.add(connection);
    return true;
  }

  protected override closeIdleNow(): void {
    super.closeIdleNow();
    for (const connection of this.#connections) connection.closeIfIdle();
  }

  override closeAllConnections(): void {
    super.closeAllConnections();
    for (const connection of this.#connections) connection.destroy();
  }
}

const statusLines = { 200: 'HTTP/1.1 200 OK\r\n', 304: 'HTTP/1.1 304 Not Modified\r\n' } as const;

/**
 * Maximum size, in bytes, of a body that is copied into one buffer with its headers: sending one buffer costs
 * less than sending two.
 */
const maxJoinedBytes = 3 * 1024;

/**
 * Maximum number of responses whose bytes are cached for a second. Further responses in that second are built
 * for each request.
 */
const maxCachedAnswers = 1_000;

/**
 * Serializes responses exactly as `node:http` would send them. Caches the bytes of a response for one second,
 * while the `Date` header is the same, so that equal requests share them.
 */
export class AnswerSerializer {
  readonly #connection: string;
  readonly #cachedBuffers = new Map<ReadyAnswer, readonly Buffer[]>();
  #second = Number.NaN;
  #age: number | null = null;
  #lastLines = '';

  /** @param keepAliveTimeout the time, in ms, that the `Keep-Alive` header states in whole seconds */
  constructor(keepAliveTimeout: number) {
    this.#connection = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveTimeout / 1000)}\r\n\r\n`;
  }

  /**
   * Returns the bytes of a response, headers and body, as buffers to send in this order. Callers must not
   * modify them.
   *
   * @param age value of the `Age` header, in whole seconds; null for no such header
   */
  serialize(answer: ReadyAnswer, age: number | null): readonly Buffer[] {
    this.#startSecond(age);
    const cachedBuffers = this.#cachedBuffers.get(answer);
    if (cachedBuffers !== undefined) return cachedBuffers;
    const head = this.#serializeHead(answer);
    const { bytes } = answer;
    const buffers = bytes === null ? [head] : [head, bytes];
    const pieces = bytes !== null && bytes.length <= maxJoinedBytes ? [Buffer.concat(buffers)] : buffers;
    if (this.#cachedBuffers.size < maxCachedAnswers) this.#cachedBuffers.set(answer, pieces);
    return pieces;
  }

  /** Returns only the headers of a response, for HEAD. */
  serializeHead(answer: ReadyAnswer, age: number | null): Buffer {
    this.#startSecond(age);
    return this.#serializeHead(answer);
  }

  #serializeHead({ status, headerLines }: ReadyAnswer): Buffer {
    const age = this.#age === null ? '' : `age: ${this.#age}\r\n`;
    return Buffer.from(statusLines[status] + age + headerLines + this.#lastLines, 'latin1');
  }

  #startSecond(age: number | null): void {
    const now = Date.now();
    const second = Math.floor(now / 1000);
    if (second === this.#second && age === this.#age) return;
    this.#second = second;
    this.#age = age;
    this.#lastLines = `Date: ${new Date(now).toUTCString()}\r\n${this.#connection}`;
    this.#cachedBuffers.clear();
  }
}
