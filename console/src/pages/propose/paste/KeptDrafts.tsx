import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import {
  discardAllFormDrafts,
  discardFormDraft,
  type FormDraft,
  placeKey,
  useFormDrafts,
} from '../../../api/form-drafts.ts';
import {
  discardAllDrafts,
  discardDraft,
  type StoredDraft,
  useStoredDrafts,
} from '../../../api/stored-drafts.ts';
import { useConfirm } from '../../../parts/Confirm.tsx';
import { categoryLabel } from '../../../parts/format.ts';
import layout from '../../../parts/layout.module.css';
import { Section } from '../../../parts/Section.tsx';
import { ShownText } from '../../../parts/ShownText.tsx';
import { Tag } from '../../../parts/Tag.tsx';
import classes from '../propose.module.css';
import { formatDraftName } from './draft-name.ts';

export function KeptDrafts() {
  const drafts = useStoredDrafts();
  const confirm = useConfirm();
  const formDrafts = useFormDrafts();
  const count = drafts.length + formDrafts.length;
  if (count === 0) return null;
  const discardAll = async () => {
    const isConfirmed = await confirm({
      title: 'Throw away all drafts?',
      body: `${count} drafts, and what was edited in them, are lost.`,
      confirm: 'Throw away',
      danger: true,
    });
    if (!isConfirmed) return;
    discardAllDrafts();
    discardAllFormDrafts();
  };
  return (
    <Section
      title="Drafts in this browser"
      aside={
        count > 1 && (
          <Button variant="subtle" color="red" size="compact-sm" onClick={discardAll}>
            Throw all away
          </Button>
        )
      }
    >
      <ul className={layout.bare}>
        {drafts.map((draft) => (
          <DraftRow key={draft.id} draft={draft} />
        ))}
        {formDrafts.map((draft) => (
          <FormDraftRow key={placeKey(draft.place)} draft={draft} />
        ))}
      </ul>
    </Section>
  );
}

function DraftRow({ draft }: { draft: StoredDraft }) {
  const { made, link, edited } = draft;
  const confirmDiscard = useConfirmDiscard();
  const model = edited?.model ?? null;
  return (
    <li className={classes.draft}>
      <div className={classes.about}>
        {model === null ? (
          <Link to="/propose/$category" params={{ category: made.category }} search={{ draft: draft.id }}>
            <ShownText text={formatDraftName(draft)} />
          </Link>
        ) : (
          <Link
            to="/propose/$category/edit"
            params={{ category: made.category }}
            search={{ name: model, draft: draft.id }}
          >
            <ShownText text={model} />
          </Link>
        )}{' '}
        <Tag>{categoryLabel(made.category)}</Tag> {edited && <Tag>edited</Tag>}
        {made.duplicates.length > 0 && <Tag tone="warn">similar model exists</Tag>}
        <div className={classes.hint}>
          <ShownText text={link ?? 'pasted JSON'} />
        </div>
      </div>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Throw away the draft ${formatDraftName(draft)}`}
        onClick={() => confirmDiscard(draft)}
      >
        Throw away
      </Button>
    </li>
  );
}

function FormDraftRow({ draft: { place, record } }: { draft: FormDraft }) {
  const { page, category, name, change, revise } = place;
  const confirm = useConfirm();
  const modelName = typeof record.name === 'string' && record.name !== '' ? record.name : 'Without a name';
  const discardAfterConfirmation = async () => {
    const isConfirmed = await confirm({
      title: 'Throw this draft away?',
      body: 'What you typed is lost.',
      confirm: 'Throw away',
      danger: true,
    });
    if (isConfirmed) discardFormDraft(place);
  };
  return (
    <li className={classes.draft}>
      <div className={classes.about}>
        {page === 'new' ? (
          <Link
            to="/propose/$category"
            params={{ category }}
            search={{ name, change, revise: revise || undefined }}
          >
            <ShownText text={modelName} />
          </Link>
        ) : (
          <Link
            to="/propose/$category/edit"
            params={{ category }}
            search={{ name, change, revise: revise || undefined }}
          >
            <ShownText text={modelName} />
          </Link>
        )}{' '}
        <Tag>{categoryLabel(category)}</Tag>
        <div className={classes.hint}>{page === 'new' ? 'a new model by hand' : 'an edit by hand'}</div>
      </div>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Throw away the draft ${modelName}`}
        onClick={discardAfterConfirmation}
      >
        Throw away
      </Button>
    </li>
  );
}

/**
 * Returns a function that discards a draft, after a confirmation if the draft has edits. Resolves to whether
 * the draft was discarded.
 */
export function useConfirmDiscard() {
  const confirm = useConfirm();
  return async (draft: StoredDraft): Promise<boolean> => {
    const isConfirmed =
      draft.edited === null ||
      (await confirm({
        title: 'Throw this draft away?',
        body: 'What was edited in it is lost.',
        confirm: 'Throw away',
        danger: true,
      }));
    if (isConfirmed) discardDraft(draft.id);
    return isConfirmed;
  };
}
