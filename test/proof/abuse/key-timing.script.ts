/**
 * npm run proof -- key-timing [rounds] [seed]
 *
 * Shows whether the time of looking up a key tells how much of it is right. Each round makes a new lookup and
 * times it for refused keys that share all but their last character with a valid one and for refused keys
 * that share nothing with it, in random order. The rounds' differences are tested with Student's t: where
 * single keys lie in memory makes each round lean to one side, but to either. A |t| above 4.5 counts as a
 * leak, as in dudect (Reparaz, Balasch, Verbauwhede: "Dude, is my code constant time?", 2017). A comparison
 * that stops at the first difference is tested as well, to show that a leak would be found.
 */
import { createIdentityClient } from '../../../src/outside/identity-client.ts';
import { keys, startIdentityServer } from '../../support/identity-server.ts';
import { Random } from './random.ts';
import { studentT } from './student.ts';

const rounds = Number(process.argv[2]);
const seed = Number(process.argv[3]);
const callsOfRound = 40_000;
const leak = 4.5;

type Call = (key: string) => Promise<unknown>;

const random = new Random(seed);
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
const letter = () => letters[random.below(letters.length)] ?? 'a';
/** Makes a text in one piece, as the parser of headers does; V8 may still hold a joined text as two. */
const flat = (text: string) => Buffer.from(text, 'latin1').toString('latin1');
const valid = keys.requestor;

const identity = await startIdentityServer();
try {
  const differences = [];
  for (let round = 0; round < rounds; round += 1) {
    const client = createIdentityClient({ baseUrl: identity.url, cacheTtlSeconds: 3_600 });
    await client.authenticate(valid);
    differences.push(await difference((key) => client.authenticate(key).catch(() => null)));
    await client.close();
  }
  const ofComparison = [];
  for (let round = 0; round < 5; round += 1) ofComparison.push(await difference(comparison));
  const lookup = studentT(differences);
  const counterexample = studentT(ofComparison);
  console.log(`seed ${seed}, keys that are nearly right against others; a leak from |t| ${leak}`);
  console.log(
    `lookup: ${lookup.mean.toFixed(1)} ns of difference, |t| ${Math.abs(lookup.t).toFixed(2)} (${rounds} rounds)`,
  );
  console.log(
    `a comparison that leaks: ${counterexample.mean.toFixed(1)} ns, |t| ${Math.abs(counterexample.t).toFixed(1)} (5 rounds)`,
  );
  process.exitCode = Math.abs(lookup.t) < leak && Math.abs(counterexample.t) > leak ? 0 : 1;
} finally {
  await identity.close();
}

/** Compares a key in the way that leaks: it stops at the first difference. */
async function comparison(key: string): Promise<void> {
  let same = 0;
  while (same < key.length && key[same] === valid[same]) same += 1;
}

/** Gives the nanoseconds by which nearly right keys take longer, without the slowest tenth of all calls. */
async function difference(call: Call): Promise<number> {
  const all = Array.from({ length: 20 }, (_, i) => [
    { kind: 0, key: flat(valid.slice(0, -1) + String.fromCharCode(0x41 + i)) },
    { kind: 1, key: flat(Array.from(valid, letter).join('')) },
  ]).flat();
  // Asked about before, in any order: what is timed is the look into memory.
  const order = all.map((each) => ({ each, at: random.below(2 ** 30) })).sort((a, b) => a.at - b.at);
  for (let warming = 0; warming < 20; warming += 1) for (const { each } of order) await call(each.key);
  const times: { kind: number; ns: number }[] = [];
  for (let i = 0; i < callsOfRound; i += 1) {
    const { kind, key } = all[random.below(all.length)] ?? { kind: 0, key: valid };
    const began = process.hrtime.bigint();
    await call(key);
    times.push({ kind, ns: Number(process.hrtime.bigint() - began) });
  }
  const kept = times.sort((a, b) => a.ns - b.ns).slice(0, callsOfRound * 0.9);
  const mean = (of: number) => {
    const ofKind = kept.filter(({ kind }) => kind === of);
    return ofKind.reduce((sum, { ns }) => sum + ns, 0) / ofKind.length;
  };
  return mean(0) - mean(1);
}
