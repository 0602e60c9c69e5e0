import { describe, expect, it } from 'vitest';
import {
  createBackendNames,
  hasBackendPrefix,
  readBackendPrefix,
  stripBackendPrefix,
  stripTrailingQuants,
} from '../../../../src/records/text-names/index.ts';

describe('backend prefixes', () => {
  it.each([
    ['aphrodite/a/b', 'aphrodite/', 'a/b'],
    ['koboldcpp/b', 'koboldcpp/', 'b'],
    ['koboldcpp/aphrodite/b', 'koboldcpp/', 'aphrodite/b'],
    ['Aphrodite/a/b', null, 'Aphrodite/a/b'],
    ['aphrodite', null, 'aphrodite'],
    ['a/aphrodite/b', null, 'a/aphrodite/b'],
    ['', null, ''],
  ])('of %j is %j', (name, prefix, rest) => {
    expect(readBackendPrefix(name)).toBe(prefix);
    expect(hasBackendPrefix(name)).toBe(prefix !== null);
    expect(stripBackendPrefix(name)).toBe(rest);
  });

  it.each([
    ['ReadyArt/Broken-Tutu-24B', ['aphrodite/ReadyArt/Broken-Tutu-24B', 'koboldcpp/Broken-Tutu-24B']],
    ['gpt2', ['aphrodite/gpt2', 'koboldcpp/gpt2']],
    ['a/b/c', ['aphrodite/a/b/c', 'koboldcpp/b/c']],
    ['koboldcpp/b', ['aphrodite/koboldcpp/b']],
  ])('make the variants of %s', (name, variants) => {
    expect(createBackendNames(name)).toEqual(variants);
  });
});

describe('stripTrailingQuants', () => {
  it.each([
    ['x-GGUF-Q4', 'x'],
    ['x_Q8_0', 'x'],
    ['x-Q4_K_M-GGUF', 'x-Q4_K_M'],
    ['x-q5_k_s', 'x'],
    ['x-fp16', 'x'],
    ['x-GGUF-', 'x-GGUF-'],
    ['x-Q4-7B', 'x-Q4-7B'],
    ['xQ4', 'xQ4'],
    ['Q4', 'Q4'],
  ])('%s → %s', (name, rest) => {
    expect(stripTrailingQuants(name)).toBe(rest);
  });
});
