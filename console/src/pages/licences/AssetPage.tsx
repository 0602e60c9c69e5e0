import { Anchor, Breadcrumbs, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type AssetView, useLicensing, useLicensingHistory, writeLicensing } from '../../api/licensing.ts';
import { useCaller } from '../../api/roles.ts';
import { EntryHistory } from '../../parts/EntryHistory.tsx';
import { Fact, Facts } from '../../parts/Facts.tsx';
import layout from '../../parts/layout.module.css';
import { permissionNames } from '../../parts/licence-words.ts';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { WebLink } from '../../parts/WebLink.tsx';
import { EntryForm, type Field, type Values } from './EntryForm.tsx';

const route = getRouteApi('/licences/asset');
const kinds = ['software_component', 'custom_node', 'other'] as const;
type Kind = (typeof kinds)[number];

const own: readonly Field[] = [
  { key: 'asset_kind', label: 'Kind', kind: 'choice', options: kinds, required: true, isIdentity: true },
  { key: 'asset_identifier', label: 'Identifier', kind: 'text', required: true, isIdentity: true },
  { key: 'display_name', label: 'Name', kind: 'text', required: true },
  { key: 'source_url', label: 'Source', kind: 'text' },
  { key: 'version', label: 'Version', kind: 'text' },
  { key: 'locations', label: 'Locations', kind: 'lines' },
  { key: 'related_assets', label: 'Related assets', kind: 'lines' },
];
const ofLicence: readonly Field[] = [
  { key: 'license_expression', label: 'Licence (SPDX expression)', kind: 'text', required: true },
  { key: 'commercial_use', label: 'Commercial use', kind: 'permission', required: true },
  { key: 'redistribution', label: 'Redistribution', kind: 'permission', required: true },
  { key: 'obligations', label: 'Obligations', kind: 'obligations' },
  { key: 'attribution', label: 'Attribution', kind: 'text' },
  { key: 'sources', label: 'Evidence: addresses', kind: 'lines' },
];
const fields = [...own, ...ofLicence, { key: 'notes', label: 'Notes', kind: 'long' }] as const;
const none: Values = {
  asset_kind: 'other',
  license_expression: 'NOASSERTION',
  commercial_use: 'unknown',
  redistribution: 'unknown',
  obligations: [],
};

export function AssetPage() {
  const { kind, identifier } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useLicensing();
  const { isLicenseEditor } = useCaller();
  usePageTitle(identifier ?? 'New asset');
  const isNew = kind === undefined || identifier === undefined;
  const assetId = { asset_kind: kind as Kind, asset_identifier: identifier ?? '' };
  return (
    <>
      <Breadcrumbs>
        <Anchor component={Link} to="/licences" size="sm">
          Licences
        </Anchor>
      </Breadcrumbs>
      <Title order={1} className={layout.shrinks}>
        {isNew ? 'New asset' : <ShownText text={identifier} />}
      </Title>
      {isNew ? (
        <EntryForm
          fields={fields}
          values={none}
          isNew
          onSave={async (values) => {
            await writeLicensing.createAsset(createBody(values, undefined));
            const { asset_kind, asset_identifier } = values;
            await navigate({ search: { kind: String(asset_kind), identifier: String(asset_identifier) } });
          }}
        />
      ) : (
        <QueryState query={query}>
          {({ assets }) => {
            const asset = assets.find(
              (each) => each.asset_kind === kind && each.asset_identifier === identifier,
            );
            if (!asset) return <EmptyState title="There is no asset of this name." />;
            if (!isLicenseEditor) return <Details asset={asset} />;
            return (
              <EntryForm
                key={asset.metadata?.revision}
                fields={fields}
                values={{
                  ...asset,
                  ...asset.licensing,
                  notes: asset.notes,
                  sources: asset.licensing.evidence.map(({ source }) => source),
                }}
                isNew={false}
                onSave={(values) => writeLicensing.replaceAsset(createBody(values, asset))}
                onDelete={async () => {
                  await writeLicensing.removeAsset(assetId);
                  await navigate({ to: '/licences' });
                }}
              />
            );
          }}
        </QueryState>
      )}
      {!isNew && !query.isPending && <History asset={`${kind}:${identifier}`} />}
    </>
  );
}

/**
 * Returns the request body of a write. Preserves data that has no form control, such as the date of each
 * piece of evidence.
 */
function createBody(values: Values, before: AssetView | undefined) {
  const { license_expression, commercial_use, redistribution, obligations, attribution, sources, ...rest } =
    values;
  const evidenceBySource = new Map(before?.licensing.evidence.map((each) => [each.source, each]));
  const { files: _files, license_ids: _ids, ...otherLicensing } = before?.licensing ?? {};
  return {
    ...rest,
    licensing: {
      ...otherLicensing,
      license_expression,
      commercial_use,
      redistribution,
      obligations,
      attribution,
      evidence: (sources as string[]).map((source) => evidenceBySource.get(source) ?? { source }),
    },
  } as unknown as { asset_kind: Kind; asset_identifier: string };
}

function History({ asset }: { asset: string }) {
  return <EntryHistory query={useLicensingHistory({ asset })} />;
}

function Details({ asset: { display_name, source_url, licensing } }: { asset: AssetView }) {
  return (
    <Section title="Licence">
      <Facts>
        <Fact name="Name">
          <ShownText text={display_name} />
        </Fact>
        {source_url && (
          <Fact name="Source">
            <WebLink address={source_url} />
          </Fact>
        )}
        <Fact name="Licence">
          <ShownText text={licensing.license_expression} />
        </Fact>
        <Fact name="Commercial use">{permissionNames[licensing.commercial_use]}</Fact>
        <Fact name="Redistribution">{permissionNames[licensing.redistribution]}</Fact>
      </Facts>
    </Section>
  );
}
