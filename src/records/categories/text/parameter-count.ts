/** Decimals beyond the ninth are below one parameter. */
const billion = 1_000_000_000;
const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Parameters of a `parameters_bn` cell: plain floating-point arithmetic, cut and not rounded, so `4.1` is
 * 4099999999. Null when it is no number.
 */
export function parametersOf(billions: string): number | null {
  if (!decimal.test(billions)) return null;
  const parameters = Math.trunc(Number(billions) * billion) + 0;
  return Number.isSafeInteger(parameters) ? parameters : null;
}

/** The shortest decimal that `parametersOf` reads as this count: 4099999999 is `4.1` again. */
export function billionsOf(parameters: number): string {
  const sign = parameters < 0 ? '-' : '';
  const count = Math.abs(parameters);
  for (let decimals = 0; decimals <= 9; decimals += 1) {
    const unit = 10 ** (9 - decimals);
    const below = Math.floor(count / unit);
    const fits = [below, below + 1].find((units) => parametersOf(fixed(units, decimals)) === count);
    if (fits !== undefined) return sign + fixed(fits, decimals);
  }
  // Where the exact nine decimals fall just short of the count, half a parameter more does not.
  return `${sign}${fixed(count, 9)}5`;
}

/**
 * `units` tenths, hundredths … as a decimal, without floating point: it would not always print back what it
 * reads.
 */
function fixed(units: number, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
