/** What became of one call to a chat. */
export interface ChatAnswer {
  /** Of the HTTP answer; null when there was none. */
  readonly status: number | null;
  /** The chat's own number for what is wrong; null: it gave none. */
  readonly code: number | null;
  /** Of the message that was sent or edited; null: it was not. */
  readonly messageId: string | null;
  /** Null: it was taken. */
  readonly error: string | null;
  /** How long the chat asked not to be called again, in milliseconds; 0 when it did not. */
  readonly waitMs: number;
}

/** A channel of a chat in which one may write, and edit what one wrote. Neither call ever throws. */
export interface ChatChannel {
  /** @param message the body, as it is sent */
  send(message: string): Promise<ChatAnswer>;
  edit(messageId: string, message: string): Promise<ChatAnswer>;
}
