import type { Terminal } from './terminal.ts';

/** Events between two lines about how far it is. */
const noteEvery = 100_000;

export function showEvents(terminal: Terminal, done: string, events: number): void {
  if (events > 0 && events % noteEvery === 0) terminal.note(`${events} events ${done}`);
}
