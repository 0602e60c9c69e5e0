import { Anchor, Breadcrumbs, Button, Text, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type License, useLicensing, useLicensingHistory, writeLicensing } from '../../api/licensing.ts';
import { useCaller } from '../../api/roles.ts';
import { EntryHistory } from '../../parts/EntryHistory.tsx';
import { Fact, Facts } from '../../parts/Facts.tsx';
import { shownText } from '../../parts/hidden-characters.ts';
import layout from '../../parts/layout.module.css';
import { obligationNames, permissionNames } from '../../parts/licence-words.ts';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, QueryState } from '../../parts/QueryState.tsx';
import { RevisionFact } from '../../parts/RevisionFact.tsx';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { WebLink } from '../../parts/WebLink.tsx';
import { EntryForm, type Field } from './EntryForm.tsx';

const route = getRouteApi('/licences/licence');

const fields: readonly Field[] = [
  { key: 'license_id', label: 'Id', kind: 'text', required: true, isIdentity: true },
  { key: 'name', label: 'Name', kind: 'text', required: true },
  { key: 'spdx_identifier', label: 'SPDX identifier', kind: 'text' },
  { key: 'canonical_url', label: 'Address of the text', kind: 'text', required: true },
  { key: 'commercial_use', label: 'Commercial use', kind: 'permission', required: true },
  { key: 'redistribution', label: 'Redistribution', kind: 'permission', required: true },
  { key: 'obligations', label: 'Obligations', kind: 'obligations' },
  { key: 'restrictions', label: 'Restrictions', kind: 'lines' },
  { key: 'notes', label: 'Notes', kind: 'long' },
  { key: 'deprecated', label: 'Deprecated: cannot be newly assigned', kind: 'flag' },
];
const none = {
  commercial_use: 'unknown',
  redistribution: 'unknown',
  obligations: [],
  restrictions: [],
  deprecated: false,
};

export function LicencePage() {
  const { id, edit } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useLicensing();
  const { isLicenseEditor } = useCaller();
  usePageTitle(id === undefined ? 'New definition' : shownText(id));
  return (
    <>
      <Breadcrumbs>
        <Anchor component={Link} to="/licences" size="sm">
          Licences
        </Anchor>
      </Breadcrumbs>
      <div className={layout.tools}>
        <Title order={1} className={layout.shrinks}>
          {id === undefined ? 'New definition' : <ShownText text={id} />}
        </Title>
        {id !== undefined && isLicenseEditor && !edit && (
          <Button size="xs" variant="default" onClick={() => void navigate({ search: { id, edit: true } })}>
            Edit
          </Button>
        )}
      </div>
      {id === undefined ? (
        <EntryForm
          fields={fields}
          values={none}
          isNew
          onSave={async (values) => {
            await writeLicensing.createLicense(values as { license_id: string });
            await navigate({ search: { id: String(values.license_id) } });
          }}
        />
      ) : (
        <QueryState query={query}>
          {({ licenses }) => {
            const license = licenses.find((each) => each.license_id === id);
            if (!license) return <EmptyState title="There is no definition of this id." />;
            if (!edit || !isLicenseEditor) return <Details license={license} />;
            return (
              <EntryForm
                fields={fields}
                values={license}
                isNew={false}
                onSave={async (values) => {
                  await writeLicensing.replaceLicense(values as { license_id: string });
                  await navigate({ search: { id } });
                }}
                onDelete={async () => {
                  await writeLicensing.removeLicense(id);
                  await navigate({ to: '/licences' });
                }}
              />
            );
          }}
        </QueryState>
      )}
      {id !== undefined && !query.isPending && <History id={id} />}
    </>
  );
}

function History({ id }: { id: string }) {
  return <EntryHistory query={useLicensingHistory({ license_id: id })} />;
}

function Details({ license }: { license: License }) {
  const { name, canonical_url, commercial_use, redistribution, obligations, restrictions, notes } = license;
  return (
    <Section title="What it permits">
      {license.deprecated && (
        <Text size="sm">
          <Tag tone="warn">deprecated</Tag> It cannot be newly assigned.
        </Text>
      )}
      <Facts>
        <Fact name="Name">
          <ShownText text={name} />
        </Fact>
        {canonical_url !== '' && (
          <Fact name="Text">
            <WebLink address={canonical_url} />
          </Fact>
        )}
        <Fact name="Commercial use">{permissionNames[commercial_use]}</Fact>
        <Fact name="Redistribution">{permissionNames[redistribution]}</Fact>
        {obligations.length > 0 && (
          <Fact name="Obligations">
            {obligations.map((each) => obligationNames[each] ?? each).join(', ')}
          </Fact>
        )}
        {restrictions.length > 0 && (
          <Fact name="Restrictions">
            <ShownText text={restrictions.join('\n')} lines />
          </Fact>
        )}
        {notes && (
          <Fact name="Notes">
            <ShownText text={notes} lines />
          </Fact>
        )}
        <RevisionFact metadata={license.metadata} />
      </Facts>
    </Section>
  );
}
