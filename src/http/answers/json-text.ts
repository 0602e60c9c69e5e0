/** JSON that a handler has put together itself: stored texts are not parsed to be written again. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
