import classes from './Trend.module.css';

const [width, height] = [120, 24];

/**
 * A small line chart of a figure over time. Shows nothing if there are fewer than two values.
 *
 * @param props.label the accessible name; absent if the chart only illustrates a figure beside it
 */
export function Trend({ values, label }: { values: readonly number[]; label?: string }) {
  if (values.length < 2) return null;
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const points = values.map((value, index) => {
    const share = max === min ? 0.5 : (value - min) / (max - min);
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
