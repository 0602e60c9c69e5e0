/** `repr` of a float in Python: the shortest digits that read back as it, with a point or an exponent. */
export function pythonFloat(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value < 0 ? '-Infinity' : 'Infinity';
  if (Object.is(value, -0)) return '-0.0';
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power < -4 || power >= 16) {
    const sign = power < 0 ? '-' : '+';
    return `${digits}e${sign}${String(Math.abs(power)).padStart(2, '0')}`;
  }
  // Within these bounds JavaScript writes no exponent.
  const plain = String(value);
  return plain.includes('.') ? plain : `${plain}.0`;
}

/** The number of a JSON text as Python writes it again: whole numbers as they are, others as floats. */
export function pythonNumber(text: string): string {
  if (/^-?\d+$/.test(text)) return text === '-0' ? '0' : text;
  return pythonFloat(Number(text));
}

/** `float(text)` of Python; null where it raises. White space around and `_` between digits are allowed. */
export function readPythonFloat(text: string): number | null {
  const trimmed = text.trim();
  const digits = trimmed.replace(/(?<=\d)_(?=\d)/g, '');
  if (/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(digits)) return Number(digits);
  const special = /^([+-]?)(inf|infinity|nan)$/i.exec(trimmed);
  if (!special) return null;
  if (special[2]?.toLowerCase() === 'nan') return Number.NaN;
  return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** To the nearest whole number, halves to the even one. */
export function roundHalfEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  if (rest !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}
