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
import { FromDraft, type OpenDraft } from './paste/FromDraft.tsx';
import { mergeNewerVersion } from './paste/newer-version.ts';
import { Queued } from './Queued.tsx';
import { RecordEditor } from './RecordEditor.tsx';
import { omitHiddenFields } from './record-fields.ts';
import { openUnsentInput } from './typed.ts';
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
        {isAddressable(name) ? (
          <FormFromModel category={category} name={name} />
        ) : (
          <Unaddressable name={name} />
        )}
      </Access>
    </>
  );
}

function FormFromModel({ category, name }: { category: string; name: string }) {
  const { change, revise, draft } = route.useSearch();
  const model = useModel(category, name);
  const earlierChange = useMyChange(change);
  if (change !== undefined && earlierChange.isPending) return <LoadingState />;
  return (
    <QueryState query={model}>
      {(found) =>
        found === null ? (
          <EmptyState title={`${categoryLabel(category)} has no model of this name.`}>
            It may have been deleted or renamed.
          </EmptyState>
        ) : (
          <EditWithDraft
            model={found}
            draft={draft}
            proposedRecord={earlierChange.data?.payload as RecordDraft | null | undefined}
            revises={revise && earlierChange.data ? revisionOf(earlierChange.data) : undefined}
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
function EditWithDraft({ draft, ...edit }: EditProps & { draft: string | undefined }) {
  if (draft === undefined) return <Edit {...edit} />;
  const { model } = edit;
  return (
    <FromDraft id={draft} model={model.name}>
      {(openDraft) => (
        <Edit
          {...edit}
          proposedRecord={openDraft.storedEdits ?? mergeNewerVersion(model.record, openDraft.made.record)}
          openDraft={openDraft}
        />
      )}
    </FromDraft>
  );
}

/**
 * Adds the live record's former names to a previously proposed record that has none: the model may have been
 * renamed since the proposal.
 */
function addFormerNames(record: RecordDraft, live: RecordDraft): RecordDraft {
  const { renamed_from } = live;
  return renamed_from == null || record.renamed_from != null ? record : { ...record, renamed_from };
}

interface EditProps {
  readonly model: Model;
  readonly proposedRecord: RecordDraft | null | undefined;
  readonly revises: Revision | undefined;
  readonly openDraft?: OpenDraft | undefined;
}

function Edit({ model, proposedRecord, revises, openDraft }: EditProps) {
  const { category, name } = model;
  const { view = 'form' } = route.useSearch();
  const navigate = route.useNavigate();
  const { query, suggestionsFor } = useRecordForm(category);
  const [queued, setQueued] = useState<PendingChange | null>(null);
  // The record when the page was opened. The user is warned of a newer one before the proposal is sent.
  const [initialLive] = useState<RecordDraft>(model.record);
  const { change, revise } = route.useSearch();
  // `name` is the model's key. The record's own name may differ from the key; the proposed update corrects
  // it.
  const initialRecord = { ...addFormerNames(proposedRecord ?? initialLive, initialLive), name };
  const formPlace = { page: 'edit', category, name, change, revise } as const;
  const unsentInput = openDraft ? undefined : openUnsentInput(formPlace, omitHiddenFields(initialRecord));
  if (queued)
    return <Queued change={queued} request={openDraft?.requestId} next={openDraft?.nextDraftLink} />;
  return (
    <QueryState query={query}>
      {(fields) => (
        <RecordEditor
          category={category}
          name={name}
          fields={fields}
          live={initialLive}
          start={initialRecord}
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
          storedDraft={openDraft}
          unsentInput={unsentInput}
          onQueued={(change) => {
            setQueued(change);
            (openDraft ?? unsentInput)?.discard();
          }}
        />
      )}
    </QueryState>
  );
}
