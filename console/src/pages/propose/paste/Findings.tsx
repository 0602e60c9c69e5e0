import { Alert, Button, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Draft } from '#client';
import { useDraftOfFile } from '../../../api/make-drafts.ts';
import { replaceDraft, type StoredDraft } from '../../../api/stored-drafts.ts';
import { formatBytes } from '../../../parts/format.ts';
import { Icon } from '../../../parts/Icon.tsx';
import layout from '../../../parts/layout.module.css';
import { ModelLink } from '../../../parts/ModelLink.tsx';
import { ErrorState } from '../../../parts/QueryState.tsx';
import { ShownText } from '../../../parts/ShownText.tsx';
import { focusField } from '../ProblemSummary.tsx';
import classes from '../propose.module.css';

/**
 * The findings of a draft, shown above its form: similar models in the registry, a choice between several
 * files, and notes about doubtful values.
 */
export function Findings({ draft, editing }: { draft: StoredDraft; editing: string | null }) {
  const { duplicates, choices, notes } = draft.made;
  return (
    <>
      {editing !== null && (
        <Text size="sm">
          The description, tags, style, NSFW and requirements of <ShownText text={editing} /> are kept. All
          other fields come from the draft.
        </Text>
      )}
      {duplicates.length > 0 && <Duplicates draft={draft} editing={editing} />}
      {choices.length > 0 && <Choices draft={draft} />}
      {notes.length > 0 && <Notes notes={notes} />}
    </>
  );
}

function Duplicates({ draft, editing }: { draft: StoredDraft; editing: string | null }) {
  const { duplicates } = draft.made;
  return (
    <Alert color="yellow" icon={<Icon name="warning" />} title="Similar models in the registry">
      <ul className={classes.findings}>
        {duplicates.map((known) => (
          <li key={`${known.category} ${known.name}`}>
            <ShownText text={known.message} />{' '}
            <span className={classes.known}>
              <ModelLink category={known.category} name={known.name} label={`See ${known.name}`} />
            </span>
            {known.newer === true && known.category === draft.made.category && known.name !== editing && (
              <Button
                component={Link}
                to="/propose/$category/edit"
                params={{ category: known.category } as never}
                search={{ name: known.name, draft: draft.id } as never}
                size="compact-sm"
                ml="xs"
              >
                Edit {known.name} instead
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function Choices({ draft }: { draft: StoredDraft }) {
  const chooseFile = useDraftOfFile(draft.made.category);
  const navigate = useNavigate();
  const selectFile = (url: string) =>
    chooseFile.mutate(url, {
      onSuccess: (made) => {
        const { id } = replaceDraft(draft.id, url, made);
        void navigate({
          to: '/propose/$category',
          params: { category: made.category },
          search: { draft: id },
          replace: true,
        });
      },
    });
  return (
    <Alert color="indigo" icon={<Icon name="info" />} title="Several files fit: choose one">
      <ul className={classes.findings}>
        {draft.made.choices.map(({ url, file_name, size_bytes }) => (
          <li key={url}>
            <Button
              variant="default"
              size="compact-sm"
              disabled={chooseFile.isPending}
              onClick={() => selectFile(url)}
            >
              <ShownText text={file_name} />
            </Button>{' '}
            {size_bytes !== null && <span className={classes.hint}>{formatBytes(size_bytes)}</span>}
          </li>
        ))}
      </ul>
      <Text size="sm" role="status">
        {chooseFile.isPending ? 'Reading the file…' : 'The form is filled in again from the file you choose.'}
      </Text>
      {chooseFile.error && <ErrorState error={chooseFile.error} />}
    </Alert>
  );
}

function Notes({ notes }: { notes: Draft['notes'] }) {
  return (
    <Alert color="gray" icon={<Icon name="info" />} title="Check these">
      <ul className={classes.findings}>
        {notes.map(({ field_path, message }) => (
          <li key={`${field_path} ${message}`}>
            {field_path !== null && (
              <>
                <button
                  type="button"
                  className={layout.jump}
                  onClick={() => focusField(field_path.split('.'))}
                >
                  <ShownText text={field_path} />
                </button>
                :{' '}
              </>
            )}
            <ShownText text={message} lines />
          </li>
        ))}
      </ul>
    </Alert>
  );
}
