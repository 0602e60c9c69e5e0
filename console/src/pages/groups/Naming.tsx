import { Button, Code, Text } from '@mantine/core';
import { useState } from 'react';
import { type NameSchema, useDeleteNameSchema, useSaveNameSchema } from '../../api/group-edits.ts';
import type { GroupMembers } from '../../api/types.ts';
import { useConfirm } from '../../parts/Confirm.tsx';
import { Icon } from '../../parts/Icon.tsx';
import layout from '../../parts/layout.module.css';
import { Section } from '../../parts/Section.tsx';
import { NamePreview } from './NamePreview.tsx';
import { NameSchemaForm } from './NameSchemaForm.tsx';
import { composeTemplate } from './naming.ts';
import { WriteError } from './WriteError.tsx';
import { useCanWrite } from './Writing.tsx';

export function Naming({ group }: { group: GroupMembers }) {
  const canWrite = useCanWrite();
  const confirm = useConfirm();
  const save = useSaveNameSchema(group.group_name);
  const revert = useDeleteNameSchema(group.group_name);
  const [draft, setDraft] = useState<NameSchema | null>(null);
  const saved: NameSchema = group.name_format;
  const isCustom = group.name_schema_is_custom;

  const restoreInferredSchema = async () => {
    const isConfirmed = await confirm({
      title: 'Reset to the inferred schema?',
      body: 'The saved naming schema is removed at once, without review.',
      confirm: 'Remove the schema',
      danger: true,
    });
    if (isConfirmed) revert.mutate(undefined);
  };
  return (
    <Section
      title="Naming"
      aside={
        canWrite &&
        draft === null && (
          <>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Icon name="edit" size={14} />}
              onClick={() => setDraft(saved)}
            >
              Edit the naming schema
            </Button>
            {isCustom && (
              <Button
                size="compact-sm"
                variant="subtle"
                loading={revert.isPending}
                onClick={restoreInferredSchema}
              >
                Reset to the inferred schema
              </Button>
            )}
          </>
        )
      }
    >
      <div className={layout.stack}>
        {draft === null ? (
          <Text size="sm">
            <Code>{saved.template || composeTemplate(saved)}</Code>{' '}
            {isCustom ? 'saved for this group' : 'inferred from the names of its models'}
            {saved.common_author ? `, author ${saved.common_author}` : ''}
            {saved.extra_parts.length > 0 ? `, sometimes with ${saved.extra_parts.join(', ')}` : ''}
          </Text>
        ) : (
          <NameSchemaForm
            schema={draft}
            isSaving={save.isPending}
            onChange={setDraft}
            onSave={() => {
              save.mutate(replaceNulls(draft), { onSuccess: () => setDraft(null) });
            }}
            onCancel={() => {
              setDraft(null);
              save.reset();
            }}
          />
        )}
        <WriteError error={save.error ?? revert.error} />
        <NamePreview group={group} schema={draft ?? saved} />
      </div>
    </Section>
  );
}

/**
 * Returns the schema as it is sent to the service: nulls become empty texts. An empty text clears the saved
 * text; a null would keep it.
 */
function replaceNulls(schema: NameSchema): NameSchema {
  return { ...schema, common_author: schema.common_author ?? '', template: schema.template ?? '' };
}
