import { Text } from '@mantine/core';
import { Section } from '../../parts/Section.tsx';
import classes from './browse.module.css';

const steps: readonly { title: string; lines: readonly [string, string] }[] = [
  { title: 'Propose', lines: ['a requestor;', 'it waits in the queue'] },
  { title: 'Approve', lines: ['an approver;', 'it joins the open batch'] },
  { title: 'Apply', lines: ['an approver;', 'the batch goes live'] },
  { title: 'Read', lines: ['workers see it', 'from then on'] },
];

/** Explains approving, batches and applying in a few sentences and a picture. */
export function HowChangesGoLive() {
  return (
    <Section title="How a change goes live">
      <Text size="sm" maw="72ch">
        When approvers <em>approve</em> a change, it joins the open <em>batch</em>, which workers do not see.
        When they <em>apply</em> the batch, its changes go live together. A batch that was a mistake can be
        reverted: the registry then proposes the changes that lead back.
      </Text>
      <Picture className={classes.wide} stepX={186} stepY={0} />
      <Picture className={classes.narrow} stepX={0} stepY={96} />
    </Section>
  );
}

const box = { width: 156, height: 72 };

/**
 * Draws the steps from a proposal to the live record. `stepX` and `stepY` are the distance from one step to
 * the next; with `stepY` 0, the steps stand in a row.
 */
function Picture({
  className,
  stepX,
  stepY,
}: {
  className: string | undefined;
  stepX: number;
  stepY: number;
}) {
  const last = steps.length - 1;
  const width = stepX * last + box.width;
  const height = stepY * last + box.height;
  const back = 30;
  const isRow = stepY === 0;
  // The arrow back, from "Apply" to "Propose": below the steps, or beside them.
  const way = isRow
    ? `M${stepX * 2 + box.width / 2} ${box.height}v${back - 10}H${box.width / 2}v-${back - 14}`
    : `M${box.width} ${stepY * 2 + box.height / 2}h${back - 10}V${box.height / 2}h-${back - 14}`;
  const viewBox = isRow ? `-1 -1 ${width + 2} ${height + back + 14}` : `-1 -1 ${width + 116} ${height + 2}`;
  return (
    <svg aria-hidden="true" focusable="false" viewBox={viewBox} className={`${classes.picture} ${className}`}>
      <path d={way} className={classes.back} />
      {isRow ? (
        <>
          <path d={`M${box.width / 2 - 5} ${box.height + 10}l5 -7l5 7`} className={classes.arrow} />
          <text x={stepX + box.width / 2} y={box.height + back + 6} className={classes.line}>
            revert: proposes the way back
          </text>
        </>
      ) : (
        <>
          <path d={`M${box.width + 10} ${box.height / 2 - 5}l-7 5l7 5`} className={classes.arrow} />
          <text x={box.width + 70} y={stepY + box.height / 2 - 6} className={classes.line}>
            revert:
          </text>
          <text x={box.width + 70} y={stepY + box.height / 2 + 10} className={classes.line}>
            proposes the
          </text>
          <text x={box.width + 70} y={stepY + box.height / 2 + 26} className={classes.line}>
            way back
          </text>
        </>
      )}
      {steps.map(({ title, lines }, index) => {
        const [x, y] = [stepX * index, stepY * index];
        const middle = x + box.width / 2;
        return (
          <g key={title}>
            {index > 0 &&
              (isRow ? (
                <path
                  d={`M${x - stepX + box.width} ${box.height / 2}H${x - 4}M${x - 10} ${box.height / 2 - 5}l7 5l-7 5`}
                  className={classes.arrow}
                />
              ) : (
                <path
                  d={`M${middle} ${y - stepY + box.height}V${y - 4}M${middle - 5} ${y - 10}l5 7l5 -7`}
                  className={classes.arrow}
                />
              ))}
            <rect x={x} y={y} width={box.width} height={box.height} rx="6" className={classes.box} />
            <text x={middle} y={y + 24} className={classes.step}>
              {title}
            </text>
            {lines.map((line, row) => (
              <text key={line} x={middle} y={y + 43 + row * 15} className={classes.line}>
                {line}
              </text>
            ))}
          </g>
        );
      })}
    </svg>
  );
}
