import { expect, test } from 'vitest';
import { refusesNearlyAll } from '../../../../src/modules/files/check-addresses.ts';
import {
  type AddressState,
  addObservation,
  type Observation,
  uncheckedAddress,
} from '../../../../src/records/files/address-state.ts';

const [began, hour, day] = [1_700_000_000, 3600, 86_400];
const refused: Observation = { outcome: 'gated', how: 'head', status: 403, reason: 'Refused.' };
const missing: Observation = { outcome: 'missing', how: 'head', status: 404, reason: 'Not there.' };
const there: Observation = {
  outcome: 'there',
  how: 'head',
  status: 200,
  seen: { sha256: null, size_bytes: 1, revision: null, moved_to: null },
};
const looksAt = (looks: [number, Observation][], all = false) =>
  looks.reduce((state, [at, seen]) => addObservation(state, seen, began + at, () => all), uncheckedAddress);

test.each([refused, missing])('$outcome is believed when it was said again six hours later', (seen) => {
  const fine: [number, Observation] = [-day, there];
  expect(looksAt([fine, [0, seen]]).known?.observation).toEqual(there);
  expect(looksAt([fine, [0, seen], [6 * hour - 1, seen]]).known?.observation).toEqual(there);
  expect(looksAt([fine, [0, seen], [6 * hour, seen]])).toMatchObject({
    known: { observation: seen },
    doubt: null,
  });
  // Between two such words it was there.
  const again: [number, Observation] = [6 * hour, seen];
  expect(looksAt([[0, seen], [hour, there], again]).known?.observation).toEqual(there);
});

test('two different words against a file are no confirmation of each other', () => {
  const last: [number, Observation] = [6 * hour, refused];
  const doubt = { first_at: began + 6 * hour, observation: refused };
  expect(looksAt([[0, missing], last])).toMatchObject({ known: null, doubt });
});

test('what the host states of this very file is believed at once', () => {
  expect(looksAt([[0, { ...refused, stated: true }]]).known?.observation).toMatchObject(refused);
});

test('what a host says of nearly all of its files is its own trouble, for a week', () => {
  const late = looksAt(
    [
      [-day, there],
      [0, refused],
      [7 * hour, refused],
      [6 * day, refused],
    ],
    true,
  );
  expect(late).toMatchObject({
    known: { at: began - day, observation: there },
    doubt: { first_at: began },
    failure: {
      since: began + 7 * hour,
      count: 2,
      reason:
        'The host refuses nearly all of its files, so this refusal says nothing about the file. Refused.',
    },
  });
  const week = addObservation(late, refused, began + 7 * day, () => true);
  expect(week).toMatchObject({ known: { observation: refused }, doubt: null, failure: null });
  expect(addObservation(late, there, began + 6 * day, () => true)).toMatchObject({
    doubt: null,
    failure: null,
  });
});

test('nearly all is four of five, of those at stake that were looked at since', () => {
  const states = (count: number, state: AddressState) => Array.from({ length: count }, () => state);
  const doubted = looksAt([
    [-day, there],
    [hour, refused],
  ]);
  const fine = looksAt([[2 * hour, there]]);
  const before = looksAt([[-hour, there]]);
  const gone = looksAt([
    [-day, missing],
    [-hour, missing],
  ]);
  const says = (...given: AddressState[][]) => refusesNearlyAll(given.flat(), began);
  expect(says(states(8, doubted), states(2, fine))).toBe(true);
  expect(says(states(7, doubted), states(2, fine))).toBe(false);
  // Looked at before, or gone for long: no word for the host, and none against it.
  expect(says(states(8, doubted), states(2, fine), states(50, before), states(50, gone))).toBe(true);
  expect(says(states(4, doubted), states(50, gone))).toBe(false);
  expect(says(states(4, doubted), states(50, before))).toBe(true);
  expect(says(states(3, doubted), states(50, before))).toBe(false);
  expect(says([])).toBe(false);
});
