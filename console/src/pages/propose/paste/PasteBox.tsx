import { Alert, Button, NativeSelect, Textarea } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { hasStatus } from '#client';
import { type FailedLink, useMakeDrafts } from '../../../api/make-drafts.ts';
import { useCaller } from '../../../api/roles.ts';
import { askForKey } from '../../../api/session.ts';
import { countFreeDrafts } from '../../../api/stored-drafts.ts';
import { categoryLabel } from '../../../parts/format.ts';
import { Icon } from '../../../parts/Icon.tsx';
import layout from '../../../parts/layout.module.css';
import { ErrorState } from '../../../parts/QueryState.tsx';
import { ShownText } from '../../../parts/ShownText.tsx';
import classes from '../propose.module.css';
import { maxLinks, readPasted } from './pasted.ts';

/** Creates drafts from a link, several links or JSON, and opens the first one. */
export function PasteBox({ categories }: { categories: readonly string[] }) {
  const [text, setText] = useState('');
  const [category, setCategory] = useState('');
  const [failedLinks, setFailedLinks] = useState<readonly FailedLink[]>([]);
  const { isRequestor } = useCaller();
  const makeDrafts = useMakeDrafts();
  const navigate = useNavigate();
  const pasted = readPasted(text);
  const links = pasted !== null && 'links' in pasted ? pasted.links : [];
  const problem = findLimitProblem(links.length);

  const submitLinks = (event?: FormEvent) => {
    event?.preventDefault();
    if (pasted === null || problem !== null) return;
    setFailedLinks([]);
    makeDrafts.mutate(
      { pasted, category: category === '' ? undefined : category },
      {
        onSuccess: (outcome) => {
          setFailedLinks(outcome.failed);
          // This deployment allows only requestors to create drafts.
          if (outcome.failed.some(({ error }) => hasStatus(error, 401)) && !isRequestor) askForKey();
          const [firstDraft] = outcome.made;
          if (firstDraft && outcome.failed.length === 0) {
            void navigate({
              to: '/propose/$category',
              params: { category: firstDraft.made.category },
              search: { draft: firstDraft.id },
            });
          } else {
            // Lists the created drafts below, and keeps the failed links in the field for correction.
            setText(outcome.failed.map(({ link }) => link).join('\n'));
          }
        },
      },
    );
  };
  return (
    <form className={layout.stack} onSubmit={submitLinks}>
      <Textarea
        label={isRequestor ? 'Paste a link or JSON' : 'Paste a link'}
        description={
          isRequestor
            ? 'A page or download at Civitai, a repository or file at Hugging Face, or the address of a model file; several links go on a line each. Or JSON: a response of these hosts’ APIs, or a record.'
            : 'A page or download at Civitai, or a repository or file at Hugging Face. A few per hour without the requestor role.'
        }
        placeholder="https://civitai.com/models/…"
        autosize
        minRows={2}
        maxRows={10}
        spellCheck={false}
        value={text}
        error={problem}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submitLinks(event);
        }}
      />
      <div className={classes.tools}>
        <NativeSelect
          label="Category"
          size="xs"
          value={category}
          data={[
            { value: '', label: 'Detect automatically' },
            ...categories.map((each) => ({ value: each, label: categoryLabel(each) })),
          ]}
          onChange={({ currentTarget }) => setCategory(currentTarget.value)}
        />
        <Button type="submit" loading={makeDrafts.isPending} disabled={pasted === null || problem !== null}>
          {links.length > 1 ? `Make ${links.length} drafts` : 'Make a draft'}
        </Button>
        <span role="status" className={classes.hint}>
          {makeDrafts.isPending
            ? links.length > 1
              ? `Reading link ${makeDrafts.asking + 1} of ${links.length}…`
              : 'Reading the link…'
            : 'A draft is not sent to the queue.'}
        </span>
      </div>
      {makeDrafts.error && <ErrorState error={makeDrafts.error} />}
      {failedLinks.length > 0 && <FailedLinks failed={failedLinks} />}
    </form>
  );
}

function findLimitProblem(linkCount: number): string | null {
  if (linkCount > maxLinks) return `${linkCount} links; at most ${maxLinks} are read together.`;
  return linkCount > countFreeDrafts()
    ? 'Too many drafts are kept. Propose some or throw some away first.'
    : null;
}

function FailedLinks({ failed }: { failed: readonly FailedLink[] }) {
  return (
    <Alert role="alert" color="red" icon={<Icon name="warning" />} title="No draft could be made of">
      <ul className={classes.findings}>
        {failed.map(({ link, error }) => (
          <li key={link}>
            <b>
              <ShownText text={link} />
            </b>
            : <ShownText text={error.message} lines />
          </li>
        ))}
      </ul>
    </Alert>
  );
}
