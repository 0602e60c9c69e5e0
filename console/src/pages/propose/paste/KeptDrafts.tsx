import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import {
  type KeptDraft,
  throwAwayAllDrafts,
  throwAwayDraft,
  useKeptDrafts,
} from '../../../api/kept-drafts.ts';
import { useConfirm } from '../../../parts/Confirm.tsx';
import { categoryLabel } from '../../../parts/format.ts';
import { Section } from '../../../parts/Section.tsx';
import { ShownText } from '../../../parts/ShownText.tsx';
import { Tag } from '../../../parts/Tag.tsx';
import { draftName } from './draft-name.ts';
import classes from './paste.module.css';

/** The drafts in this browser. */
export function KeptDrafts() {
  const drafts = useKeptDrafts();
  const confirm = useConfirm();
  if (drafts.length === 0) return null;
  const throwAll = async () => {
    const sure = await confirm({
      title: 'Throw away all drafts?',
      body: `${drafts.length} drafts, and what was edited in them, are lost.`,
      confirm: 'Throw away',
      danger: true,
    });
    if (sure) throwAwayAllDrafts();
  };
  return (
    <Section
      title="Drafts in this browser"
      aside={
        drafts.length > 1 && (
          <Button variant="subtle" color="red" size="compact-sm" onClick={throwAll}>
            Throw all away
          </Button>
        )
      }
    >
      <ul className={classes.drafts}>
        {drafts.map((draft) => (
          <DraftRow key={draft.id} draft={draft} />
        ))}
      </ul>
    </Section>
  );
}

function DraftRow({ draft }: { draft: KeptDraft }) {
  const { made, link, edited } = draft;
  const throwAway = useThrowAway();
  const model = edited?.model ?? null;
  return (
    <li className={classes.draft}>
      <div className={classes.about}>
        {model === null ? (
          <Link to="/propose/$category" params={{ category: made.category }} search={{ draft: draft.id }}>
            <ShownText text={draftName(draft)} />
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
        {made.duplicates.length > 0 && <Tag tone="warn">already here?</Tag>}
        <div className={classes.hint}>
          <ShownText text={link ?? 'pasted JSON'} />
        </div>
      </div>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Throw away the draft ${draftName(draft)}`}
        onClick={() => throwAway(draft)}
      >
        Throw away
      </Button>
    </li>
  );
}

/** Removes a draft from the browser; asks first if the draft was edited. */
export function useThrowAway() {
  const confirm = useConfirm();
  return async (draft: KeptDraft): Promise<boolean> => {
    const sure =
      draft.edited === null ||
      (await confirm({
        title: 'Throw this draft away?',
        body: 'What was edited in it is lost.',
        confirm: 'Throw away',
        danger: true,
      }));
    if (sure) throwAwayDraft(draft.id);
    return sure;
  };
}
