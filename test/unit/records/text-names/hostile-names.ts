/**
 * What each kind of pattern could be made to try again and again: long runs that fail at their end, or many
 * beginnings.
 */
const seeds: { repeat: string; start?: string; end?: string }[] = [
  { repeat: '1' },
  { repeat: '1', start: 'a' },
  { repeat: '1', end: '.x' },
  { repeat: '1', start: '7B', end: 'x' },
  { repeat: '1.' },
  { repeat: '1x' },
  { repeat: '11x' },
  { repeat: '1B' },
  { repeat: 'B1' },
  { repeat: '1Bx' },
  { repeat: 'v1.' },
  { repeat: '1.', start: 'v' },
  { repeat: '.1', start: 'v1', end: 'x' },
  { repeat: '1', start: 'v', end: 'x' },
  { repeat: 'v' },
  { repeat: '11-' },
  { repeat: '1111-' },
  { repeat: '11-1111x' },
  { repeat: 'Q4_K_' },
  { repeat: 'Q4_K_S' },
  { repeat: 'Instruct_' },
  { repeat: 'instruc' },
  { repeat: '-' },
  { repeat: '-_', end: 'x' },
  { repeat: '. ', start: 'x', end: 'x' },
  { repeat: '-', start: 'x', end: '-7B' },
  { repeat: '/' },
  { repeat: '٧' },
  { repeat: '٧.' },
  { repeat: '𝟕' },
  { repeat: '\ud835' },
];

/** Hostile names of about this many UTF-16 units each. */
export function hostileNames(length: number): string[] {
  return seeds.map(({ repeat, start = '', end = '' }) => {
    const rest = length - start.length - end.length;
    return start + repeat.repeat(Math.floor(rest / repeat.length)) + end;
  });
}
