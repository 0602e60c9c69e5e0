import { InvalidArgumentError } from 'commander';

/** @throws InvalidArgumentError, which commander shows with the option's name */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('It has to be a whole number from 1.');
}

/** Several of them, one after the other. */
export function wholeNumbers(text: string, before: readonly number[] | undefined): number[] {
  return [...(before ?? []), wholeNumber(text)];
}
