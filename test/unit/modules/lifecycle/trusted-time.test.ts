import { expect, test } from 'vitest';
import { trustedTime } from '../../../../src/modules/lifecycle/module.ts';

const start = 1_800_000_000;

function clocks() {
  const state = { wall: start, ms: 0 };
  const time = trustedTime({ now: () => state.wall }, () => state.ms);
  const pass = (seconds: number) => {
    state.wall += seconds;
    state.ms += seconds * 1000;
  };
  return { state, time, pass };
}

test('time that passes is believed, however long nobody looks', () => {
  const { time, pass } = clocks();
  pass(86_400);
  expect(time()).toBe(start + 86_400);
});

test('a clock that jumps ahead for a while is not believed', () => {
  const { state, time, pass } = clocks();
  pass(10);
  state.wall += 86_400 * 365;
  expect(time()).toBe(start + 10);
  pass(60);
  expect(time()).toBe(start + 70);
  state.wall -= 86_400 * 365;
  expect(time()).toBe(start + 70);
});

test('a clock that was slow and is set right is believed after ten minutes', () => {
  const { state, time, pass } = clocks();
  state.wall += 3_600;
  expect(time()).toBe(start);
  pass(599);
  expect(time()).toBe(start + 599);
  pass(1);
  expect(time()).toBe(start + 3_600 + 600);
});

test('a clock that jumps back is believed: what is late does no harm', () => {
  const { state, time } = clocks();
  state.wall -= 3_600;
  expect(time()).toBe(start - 3_600);
});
