import { Alert, Anchor, Button, NativeSelect, Textarea, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { ApiError } from '#client';
import { bounds } from '../../api/bounds.ts';
import { useCategoryNames } from '../../api/models.ts';
import { type RequestLook, useCreateRequest, useRequestCheck, type Wish } from '../../api/requests.ts';
import { useCaller } from '../../api/roles.ts';
import { askForKey } from '../../api/session.ts';
import { useUnsent } from '../../api/unsent.ts';
import { categoryLabel } from '../../parts/format.ts';
import { Icon } from '../../parts/Icon.tsx';
import layout from '../../parts/layout.module.css';
import { ModelLink } from '../../parts/ModelLink.tsx';
import { usePageTitle } from '../../parts/page.ts';
import { ErrorState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { KnownFacts } from './KnownFacts.tsx';
import { RequestList } from './RequestList.tsx';
import { SecondButton } from './SecondButton.tsx';
import classes from './Wanted.module.css';

const route = getRouteApi('/wanted/ask');

const requestBounds = bounds.fields.AskForModelRequest;

/**
 * Milliseconds without input before the page searches for existing models and requests that match the form.
 */
const checkDelayMs = 400;

interface FormValues {
  readonly link: string;
  readonly name: string;
  readonly category: string;
  readonly why: string;
}

/**
 * The page with the form for a model request. Shows matching models and requests while the user fills in the
 * form.
 */
export function AskPage() {
  usePageTitle('Request a model');
  const initialValues = route.useSearch();
  const [
    typed = {
      link: initialValues.link ?? '',
      name: initialValues.name ?? '',
      category: initialValues.category ?? '',
      why: '',
    },
    setTyped,
  ] = useUnsent<FormValues>(`ask ${JSON.stringify(initialValues)}`);
  const { link, name, category, why } = typed;
  const setField = (field: Partial<FormValues>) => setTyped({ ...typed, ...field });
  const categories = useCategoryNames();
  const navigate = useNavigate();
  const { signedIn } = useCaller();
  const createRequest = useCreateRequest();
  const requestCheck = useFormCheck({ link, name, category });

  const requestFields = {
    category: category || undefined,
    name: name.trim() || undefined,
    link: link.trim() || undefined,
  };
  const sendRequest = (anyway?: true) =>
    createRequest.mutate(
      { ...requestFields, why: why.trim() || undefined, anyway },
      {
        onSuccess: ({ request_id }) => {
          setTyped(undefined);
          return navigate({ to: '/wanted/$requestId', params: { requestId: String(request_id) } });
        },
      },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (signedIn) sendRequest();
    else askForKey();
  };
  const isEmpty = requestFields.name === undefined && requestFields.link === undefined;
  const { code, reason = '' } = createRequest.error instanceof ApiError ? createRequest.error.members : {};
  return (
    <>
      <Anchor component={Link} to="/wanted" size="sm">
        Wanted
      </Anchor>
      <Title order={1}>Request a model</Title>
      <form className={classes.form} onSubmit={submit}>
        <TextInput
          label="Link"
          description="Its page or a file of it, at Civitai, Hugging Face or elsewhere."
          placeholder="https://civitai.com/models/…"
          maxLength={requestBounds.link.maxLength}
          spellCheck={false}
          value={link}
          error={requestCheck.linkProblem}
          onChange={({ currentTarget }) => setField({ link: currentTarget.value })}
        />
        <TextInput
          label="Name"
          description="Optional: taken from the link."
          placeholder={requestCheck.linkFacts?.name ?? ''}
          maxLength={requestBounds.name.maxLength}
          value={name}
          onChange={({ currentTarget }) => setField({ name: currentTarget.value })}
        />
        <NativeSelect
          label="Category"
          value={category}
          data={[
            {
              value: '',
              label: requestCheck.linkFacts
                ? `As the link: ${categoryLabel(requestCheck.linkFacts.category)}`
                : 'Taken from the link',
            },
            ...(categories.data ?? []).map((each) => ({ value: each, label: categoryLabel(each) })),
          ]}
          onChange={({ currentTarget }) => setField({ category: currentTarget.value })}
        />
        <Textarea
          label="Why"
          description="Why the model is useful. Plain text, public."
          autosize
          minRows={2}
          maxLength={requestBounds.why.maxLength}
          value={why}
          onChange={({ currentTarget }) => setField({ why: currentTarget.value })}
        />
        <ExistingModels look={requestCheck} />
        {createRequest.error &&
          (code === 'anyway_needed' ? (
            <Alert
              role="alert"
              color="yellow"
              icon={<Icon name="warning" />}
              title="The request was not created"
            >
              <p className={layout.said}>
                <ShownText text={reason} lines />
              </p>
              <Button size="xs" variant="default" mt="sm" onClick={() => sendRequest(true)}>
                Request it anyway
              </Button>
            </Alert>
          ) : (
            <ErrorState error={createRequest.error} />
          ))}
        <div className={layout.row}>
          <Button type="submit" disabled={isEmpty && signedIn} loading={createRequest.isPending}>
            {signedIn ? 'Request it' : 'Sign in to request it'}
          </Button>
        </div>
      </form>
    </>
  );
}

interface RequestCheck {
  /** The registry's information about the link; undefined without a link, and until it is loaded. */
  readonly linkFacts: RequestLook | undefined;
  readonly linkProblem: string | null;
  readonly models: RequestLook['models'];
  readonly requests: RequestLook['requests'];
  readonly isLooking: boolean;
}

/**
 * Searches for existing models and requests that match the form. Checks the link and the name separately: for
 * a link, the registry calls another site, and a change of the name must not repeat that call.
 */
function useFormCheck(formValues: { link: string; name: string; category: string }): RequestCheck {
  const { signedIn } = useCaller();
  const [{ link, name, category }] = useDebouncedValue(formValues, checkDelayMs);
  const categoryPart = category === '' ? {} : { category };
  const linkRequest: Wish | null = signedIn && link.trim() ? { ...categoryPart, link: link.trim() } : null;
  const linkQuery = useRequestCheck(linkRequest);
  const linkFacts = linkRequest ? linkQuery.data : undefined;
  const nameCategory = category || linkFacts?.category;
  const nameQuery = useRequestCheck(
    signedIn && name.trim() && nameCategory ? { category: nameCategory, name: name.trim() } : null,
  );
  const answers = [linkFacts, nameQuery.data].filter((each) => each !== undefined);
  return {
    linkFacts,
    linkProblem: (linkRequest && (linkQuery.error?.message ?? linkFacts?.problem)) ?? null,
    models: removeDuplicates(
      answers.flatMap(({ models }) => models),
      (model) => `${model.category}/${model.name}`,
    ),
    requests: removeDuplicates(
      answers.flatMap(({ requests }) => requests),
      (request) => String(request.request_id),
    ),
    isLooking: linkQuery.isFetching || nameQuery.isFetching,
  };
}

function removeDuplicates<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}

function ExistingModels({ look: { linkFacts, models, requests, isLooking } }: { look: RequestCheck }) {
  return (
    <>
      <span role="status" className={classes.dim}>
        {isLooking ? 'Searching for existing models and requests…' : ''}
      </span>
      {linkFacts?.known && (
        <Section title="Facts from the link">
          <KnownFacts known={linkFacts.known} />
        </Section>
      )}
      {models.length > 0 && (
        <Alert color="yellow" icon={<Icon name="warning" />} title="Similar models in the registry">
          <ul className={classes.plain}>
            {models.map(({ category, name, message }) => (
              <li key={`${category}/${name}`}>
                <ShownText text={message} />{' '}
                <ModelLink category={category} name={name} label={`See ${name}`} />
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {requests.length > 0 && (
        <Section title="Existing requests">
          <RequestList
            requests={requests}
            label="Existing requests"
            act={(request) =>
              request.state === 'declined' ? (
                <span>
                  Declined: <ShownText text={request.reason ?? ''} />
                </span>
              ) : (
                <SecondButton request={request} />
              )
            }
          />
        </Section>
      )}
    </>
  );
}
