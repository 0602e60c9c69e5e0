import { ActionIcon, CopyButton as Copy, Tooltip } from '@mantine/core';
import { Icon } from './Icon.tsx';

export function CopyButton({ value, label }: { value: string; label: string }) {
  return (
    <Copy value={value} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : label}>
          <ActionIcon
            variant="subtle"
            color={copied ? 'teal' : 'gray'}
            size="sm"
            aria-label={copied ? 'Copied' : label}
            onClick={copy}
          >
            <Icon name={copied ? 'check' : 'copy'} size={15} />
          </ActionIcon>
        </Tooltip>
      )}
    </Copy>
  );
}
