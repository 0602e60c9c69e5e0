import { Checkbox, NumberInput, TagsInput, TextInput } from '@mantine/core';
import type { Baseline, BaselineRecord } from '../../api/baseline-change-sets.ts';
import {
  type Capability,
  capabilityKeys,
  capabilityNames,
  capitalize,
  type PolicyKey,
  policyHelp,
  policyKeys,
  policyLabel,
} from '../../parts/baseline-words.ts';
import classes from './baselines.module.css';

interface Props {
  readonly record: BaselineRecord;
  readonly isNew: boolean;
  /** The service's messages, by path. */
  readonly errors: ReadonlyMap<string, string> | undefined;
  readonly onChange: (record: BaselineRecord) => void;
}

const order: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description'];

export function BaselineFields({ record, isNew, errors, onChange }: Props) {
  const { capabilities, horde_policy: policy } = record;
  const set = (part: Partial<BaselineRecord>) => onChange({ ...record, ...part });
  const setCapability = (part: Partial<Baseline['capabilities']>) =>
    set({ capabilities: { ...capabilities, ...part } });
  return (
    <>
      <div className={classes.inputs}>
        {isNew && (
          <TextInput
            label="Name"
            description="The name that image models use in their baseline field."
            inputWrapperOrder={order}
            withAsterisk
            aria-required
            maxLength={255}
            autoComplete="off"
            value={record.name}
            error={errors?.get('name')}
            onChange={({ currentTarget: { value } }) => set({ name: value })}
          />
        )}
        <TextInput
          label="Display name"
          maxLength={255}
          autoComplete="off"
          value={record.display_name ?? ''}
          error={errors?.get('display_name')}
          onChange={({ currentTarget: { value } }) => set({ display_name: value === '' ? null : value })}
        />
        <NumberInput
          label="Native size"
          description="Native width and height of its models, in pixels."
          inputWrapperOrder={order}
          hideControls
          thousandSeparator=","
          allowDecimal={false}
          allowNegative={false}
          value={record.native_resolution ?? ''}
          error={errors?.get('native_resolution')}
          onChange={(next) => set({ native_resolution: next === '' ? null : Number(next) })}
        />
      </div>
      <TagsInput
        label="Alternative names"
        description="Other spellings that proposals may use. Enter adds one."
        inputWrapperOrder={order}
        maw="48rem"
        acceptValueOnBlur
        splitChars={[]}
        value={[...record.alternative_names]}
        error={errors?.get('alternative_names')}
        onChange={(names) => set({ alternative_names: names })}
      />
      <fieldset className={classes.group}>
        <legend>Capabilities</legend>
        <div className={classes.checks}>
          {capabilityKeys.map((key: Capability) => (
            <Checkbox
              key={key}
              size="sm"
              label={capitalize(capabilityNames[key])}
              checked={capabilities[key]}
              onChange={({ currentTarget: { checked } }) => setCapability({ [key]: checked })}
            />
          ))}
        </div>
        {capabilities.controlnet && (
          <TagsInput
            label="ControlNet types that are not available"
            acceptValueOnBlur
            splitChars={[',']}
            mt="xs"
            maw="48rem"
            value={[...capabilities.controlnet_types_unavailable]}
            error={errors?.get('capabilities.controlnet_types_unavailable')}
            onChange={(types) => setCapability({ controlnet_types_unavailable: types })}
          />
        )}
      </fieldset>
      <fieldset className={classes.group}>
        <legend>Prices and limits</legend>
        <div className={classes.inputs}>
          {policyKeys.map((key: PolicyKey) => (
            <NumberInput
              key={key}
              label={policyLabel(key)}
              description={policyHelp[key]}
              inputWrapperOrder={order}
              hideControls
              thousandSeparator=","
              allowDecimal={key.startsWith('kudos')}
              allowNegative={false}
              value={policy[key] ?? ''}
              error={errors?.get(`horde_policy.${key}`)}
              onChange={(next) =>
                // An empty required number is sent as null, which the service refuses.
                set({ horde_policy: { ...policy, [key]: next === '' ? null : Number(next) } })
              }
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}
