import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { type Model, useModel } from '../../api/models.ts';
import { useMyChange } from '../../api/my-changes.ts';
import { isAddressable, type RecordDraft, type Revision, revisionOf } from '../../api/proposals.ts';
import type { PendingChange } from '../../api/types.ts';
import { Access } from '../../parts/Access.tsx';
import { categoryLabel } from '../../parts/format.ts';
import { EmptyState, LoadingState, QueryState } from '../../parts/QueryState.tsx';
import { ProposeHead } from './ProposeHead.tsx';
import { type DraftAtWork, FromDraft } from './paste/FromDraft.tsx';
import { withNewerVersion } from './paste/newer-version.ts';
import { Queued } from './Queued.tsx';
import { RecordEditor } from './RecordEditor.tsx';
import { withoutHidden } from './record-fields.ts';
import { typedFor } from './typed.ts';
import { Unaddressable } from './Unaddressable.tsx';
import { useRecordForm } from './use-record-form.ts';

const route = getRouteApi('/propose/$category/edit');

export function EditPage() {
  const { category } = route.useParams();
  const { name = '' } = route.useSearch();
  return (
    <>
      <ProposeHead title="Propose an edit" category={category} name={name} />
      <Access need="requestor" mayTry>
        {isAddressable(name) ? <Loaded category={category} name={name} /> : <Unaddressable name={name} />}
      </Access>
    </>
  );
}

function Loaded({ category, name }: { category: string; name: string }) {
  const { change, revise, draft } = route.useSearch();
  const model = useModel(category, name);
  const before = useMyChange(change);
  if (change !== undefined && before.isPending) return <LoadingState />;
  return (
    <QueryState query={model}>
      {(found) =>
        found === null ? (
          <EmptyState title={`${categoryLabel(category)} has no model of this name.`}>
            It may have been deleted or renamed.
          </EmptyState>
        ) : (
          <EditOf
            model={found}
            draft={draft}
            again={before.data?.payload as RecordDraft | null | undefined}
            revises={revise && before.data ? revisionOf(before.data) : undefined}
          />
        )
      }
    </QueryState>
  );
}

/**
 * The editor of a live model. `draft` is the id of a stored draft of a newer version of the model, or
 * undefined. With a draft, the editor starts with the draft's values.
 */
function EditOf({ draft, ...edit }: EditProps & { draft: string | undefined }) {
  if (draft === undefined) return <Edit {...edit} />;
  const { model } = edit;
  return (
    <FromDraft id={draft} model={model.name}>
      {(work) => (
        <Edit {...edit} again={work.left ?? withNewerVersion(model.record, work.made.record)} work={work} />
      )}
    </FromDraft>
  );
}

/**
 * Adds the live record's former names to a previously proposed record that has none: the model may have been
 * renamed since the proposal.
 */
function withFormerNames(record: RecordDraft, live: RecordDraft): RecordDraft {
  const { renamed_from } = live;
  return renamed_from == null || record.renamed_from != null ? record : { ...record, renamed_from };
}

interface EditProps {
  readonly model: Model;
  readonly again: RecordDraft | null | undefined;
  readonly revises: Revision | undefined;
  readonly work?: DraftAtWork | undefined;
}

function Edit({ model, again, revises, work }: EditProps) {
  const { category, name } = model;
  const { view = 'form' } = route.useSearch();
  const navigate = route.useNavigate();
  const { query, suggestionsFor } = useRecordForm(category);
  const [queued, setQueued] = useState<PendingChange | null>(null);
  // The record when the page was opened. The user is warned of a newer one before the proposal is sent.
  const [live] = useState<RecordDraft>(model.record);
  const { change, revise } = route.useSearch();
  // `name` is the model's key. The record's own name may differ from the key; the proposed update corrects
  // it.
  const start = { ...withFormerNames(again ?? live, live), name };
  const place = { page: 'edit', category, name, change, revise } as const;
  const typed = work ? undefined : typedFor(place, withoutHidden(start));
  if (queued) return <Queued change={queued} request={work?.request} next={work?.next} />;
  return (
    <QueryState query={query}>
      {(fields) => (
        <RecordEditor
          category={category}
          name={name}
          fields={fields}
          live={live}
          start={start}
          suggestionsFor={suggestionsFor}
          revises={revises}
          view={view}
          onView={(next) =>
            void navigate({
              search: (search) => ({ ...search, view: next === 'form' ? undefined : next }),
              replace: true,
              resetScroll: false,
            })
          }
          kept={work}
          typed={typed}
          onQueued={(change) => {
            setQueued(change);
            (work ?? typed)?.done();
          }}
        />
      )}
    </QueryState>
  );
}
