/**
 * npm run proof                       what there is
 * npm run proof -- <name> [number…]   runs it; it prints what it found and ends with 1 when an invariant is
 *                                     broken. Wrong arguments, or a machine without what it needs: 2
 *
 * The programs find their numbers in `process.argv`, checked and complete.
 */
import { proofs } from './proofs.ts';

const [name, ...words] = process.argv.slice(2);
if (name === undefined) list();
else await run(name, words);

function list(): void {
  console.log('usage: npm run proof -- <name> [number…]\n');
  const lines = Object.keys(proofs).map((each) => [usage(each), proofs[each]?.shows ?? ''] as const);
  const width = Math.max(...lines.map(([how]) => how.length));
  for (const [how, shows] of lines) console.log(`${how.padEnd(width)}   ${shows}`);
}

async function run(name: string, words: readonly string[]): Promise<void> {
  const proof = proofs[name];
  if (!proof) return refuse(`There is no '${name}'. One of: ${Object.keys(proofs).join(', ')}.`);
  if (words.length > proof.takes.length) {
    return refuse(`'${words[proof.takes.length]}' is one too many.`, name);
  }
  const numbers = proof.takes.map(({ fallback }, index) => {
    const word = words[index];
    if (word !== undefined) return word.trim() === '' ? Number.NaN : Number(word);
    return typeof fallback === 'number' ? fallback : fallback();
  });
  for (const [index, { name: what, least, whole }] of proof.takes.entries()) {
    const number = numbers[index] as number;
    if (whole ? Number.isSafeInteger(number) : Number.isFinite(number)) {
      if (least === null || number >= least) continue;
    }
    const from = least === null ? '' : whole ? ` from ${least}` : ' above 0';
    return refuse(`${what}: ${whole ? 'a whole number' : 'a number'}${from}; got '${words[index]}'.`, name);
  }
  process.argv.splice(2, process.argv.length, ...numbers.map(String));
  await proof.load();
}

function usage(name: string): string {
  const words = (proofs[name]?.takes ?? []).map(({ name: what, fallback }) =>
    typeof fallback === 'number' ? `[${what}, ${fallback}]` : `[${what}]`,
  );
  return [name, ...words].join(' ');
}

function refuse(why: string, name?: string): void {
  console.error(why);
  if (name !== undefined) console.error(`usage: npm run proof -- ${usage(name)}`);
  process.exitCode = 2;
}
