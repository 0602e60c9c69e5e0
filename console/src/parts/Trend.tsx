import classes from './Trend.module.css';

const [width, height] = [120, 24];

/**
 * A small line chart of a figure over time; nothing for fewer than two values.
 *
 * @param props.label the accessible name; absent if the chart only illustrates a figure beside it
 */
export function Trend({ values, label }: { values: readonly number[]; label?: string }) {
  if (values.length < 2) return null;
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const points = values.map((value, index) => {
    const share = most === least ? 0.5 : (value - least) / (most - least);
    return `${(index / (values.length - 1)) * width},${height - 2 - share * (height - 4)}`;
  });
  return (
    <svg
      className={classes.trend}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      aria-hidden={label === undefined}
    >
      <polyline points={points.join(' ')} />
    </svg>
  );
}
