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
  const start = route.useSearch();
  const [
    typed = { link: start.link ?? '', name: start.name ?? '', category: start.category ?? '', why: '' },
    setTyped,
  ] = useUnsent<FormValues>(`ask ${JSON.stringify(start)}`);
  const { link, name, category, why } = typed;
  const type = (field: Partial<FormValues>) => setTyped({ ...typed, ...field });
  const categories = useCategoryNames();
  const navigate = useNavigate();
  const { signedIn } = useCaller();
  const asking = useCreateRequest();
  const look = useFormCheck({ link, name, category });

  const wish = {
    category: category || undefined,
    name: name.trim() || undefined,
    link: link.trim() || undefined,
  };
  const ask = (anyway?: true) =>
    asking.mutate(
      { ...wish, why: why.trim() || undefined, anyway },
      {
        onSuccess: ({ request_id }) => {
          setTyped(undefined);
          return navigate({ to: '/wanted/$requestId', params: { requestId: String(request_id) } });
        },
      },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (signedIn) ask();
    else askForKey();
  };
  const nothing = wish.name === undefined && wish.link === undefined;
  const { code, reason = '' } = asking.error instanceof ApiError ? asking.error.members : {};
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
          error={look.linkProblem}
          onChange={({ currentTarget }) => type({ link: currentTarget.value })}
        />
        <TextInput
          label="Name"
          description="Optional: taken from the link."
          placeholder={look.found?.name ?? ''}
          maxLength={requestBounds.name.maxLength}
          value={name}
          onChange={({ currentTarget }) => type({ name: currentTarget.value })}
        />
        <NativeSelect
          label="Category"
          value={category}
          data={[
            {
              value: '',
              label: look.found
                ? `As the link: ${categoryLabel(look.found.category)}`
                : 'Taken from the link',
            },
            ...(categories.data ?? []).map((each) => ({ value: each, label: categoryLabel(each) })),
          ]}
          onChange={({ currentTarget }) => type({ category: currentTarget.value })}
        />
        <Textarea
          label="Why"
          description="Why the model is useful. Plain text, public."
          autosize
          minRows={2}
          maxLength={requestBounds.why.maxLength}
          value={why}
          onChange={({ currentTarget }) => type({ why: currentTarget.value })}
        />
        <ExistingModels look={look} />
        {asking.error &&
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
              <Button size="xs" variant="default" mt="sm" onClick={() => ask(true)}>
                Request it anyway
              </Button>
            </Alert>
          ) : (
            <ErrorState error={asking.error} />
          ))}
        <div className={layout.row}>
          <Button type="submit" disabled={nothing && signedIn} loading={asking.isPending}>
            {signedIn ? 'Request it' : 'Sign in to request it'}
          </Button>
        </div>
      </form>
    </>
  );
}

interface RequestCheck {
  /** The registry's information about the link; undefined without a link, and until it is loaded. */
  readonly found: RequestLook | undefined;
  readonly linkProblem: string | null;
  readonly models: RequestLook['models'];
  readonly requests: RequestLook['requests'];
  readonly isLooking: boolean;
}

/**
 * Searches for existing models and requests that match the form. Checks the link and the name separately: for
 * a link, the registry calls another site, and a change of the name must not repeat that call.
 */
function useFormCheck(typed: { link: string; name: string; category: string }): RequestCheck {
  const { signedIn } = useCaller();
  const [{ link, name, category }] = useDebouncedValue(typed, checkDelayMs);
  const chosen = category === '' ? {} : { category };
  const pasted: Wish | null = signedIn && link.trim() ? { ...chosen, link: link.trim() } : null;
  const byLink = useRequestCheck(pasted);
  const found = pasted ? byLink.data : undefined;
  const within = category || found?.category;
  const byName = useRequestCheck(
    signedIn && name.trim() && within ? { category: within, name: name.trim() } : null,
  );
  const both = [found, byName.data].filter((each) => each !== undefined);
  return {
    found,
    linkProblem: (pasted && (byLink.error?.message ?? found?.problem)) ?? null,
    models: distinct(
      both.flatMap(({ models }) => models),
      (model) => `${model.category}/${model.name}`,
    ),
    requests: distinct(
      both.flatMap(({ requests }) => requests),
      (request) => String(request.request_id),
    ),
    isLooking: byLink.isFetching || byName.isFetching,
  };
}

function distinct<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}

function ExistingModels({ look: { found, models, requests, isLooking } }: { look: RequestCheck }) {
  return (
    <>
      <span role="status" className={classes.dim}>
        {isLooking ? 'Searching for existing models and requests…' : ''}
      </span>
      {found?.known && (
        <Section title="Facts from the link">
          <KnownFacts known={found.known} />
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
