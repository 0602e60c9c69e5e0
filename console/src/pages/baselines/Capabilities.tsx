import { VisuallyHidden } from '@mantine/core';
import type { Baseline } from '../../api/baseline-change-sets.ts';
import { type Capability, capabilityKeys, capabilityNames } from '../../parts/baseline-words.ts';
import { Icon, type IconName } from '../../parts/Icon.tsx';
import classes from './baselines.module.css';

const icons: Readonly<Record<Capability, IconName>> = {
  controlnet: 'pose',
  transparent: 'layers',
  qr_code: 'qr',
  remix: 'remix',
  flow_matching: 'flow',
};

/** The capabilities of a baseline as icons in fixed columns. A missing capability leaves its column empty. */
export function CapabilityIcons({ capabilities }: Pick<Baseline, 'capabilities'>) {
  return (
    <span className={classes.capabilities}>
      {capabilityKeys.map((key) => {
        if (!capabilities[key]) return <span key={key} className={classes.none} aria-hidden="true" />;
        const missing = key === 'controlnet' ? capabilities.controlnet_types_unavailable : [];
        const text =
          missing.length > 0 ? `${capabilityNames[key]}, not ${missing.join(', ')}` : capabilityNames[key];
        return (
          <span key={key} title={text} className={classes.capability}>
            <Icon name={icons[key]} size={18} />
            <VisuallyHidden>{text}; </VisuallyHidden>
          </span>
        );
      })}
    </span>
  );
}

/** The capabilities of a baseline as labelled icons, including the missing ones. */
export function CapabilityList({ capabilities }: Pick<Baseline, 'capabilities'>) {
  const missing = capabilities.controlnet_types_unavailable;
  return (
    <ul className={classes.list}>
      {capabilityKeys.map((key) => (
        <li key={key} data-off={!capabilities[key] || undefined}>
          <Icon name={icons[key]} size={18} />
          <span>
            {capabilities[key] ? '' : 'no '}
            {capabilityNames[key]}
            {key === 'controlnet' && missing.length > 0 && `, except the types ${missing.join(', ')}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
