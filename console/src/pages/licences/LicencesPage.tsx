import { Button, Progress, Table, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type AssetView, type License, useLicensing, useLicensingCoverage } from '../../api/licensing.ts';
import { useCaller } from '../../api/roles.ts';
import { formatCount, plural } from '../../parts/format.ts';
import layout from '../../parts/layout.module.css';
import { type Permission, permissionKeys, permissionNames } from '../../parts/licence-words.ts';
import { ownValue } from '../../parts/own-value.ts';
import { usePageTitle } from '../../parts/page.ts';
import { QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { CoverageSection } from './CoverageSection.tsx';
import { FindLicences } from './FindLicences.tsx';

export function LicencesPage() {
  usePageTitle('Licences');
  const query = useLicensing();
  const coverage = useLicensingCoverage();
  const { isLicenseEditor, isRequestor } = useCaller();
  return (
    <>
      <div className={layout.tools}>
        <Title order={1}>Licences</Title>
        {isRequestor && <FindLicences />}
        {isLicenseEditor && (
          <>
            <Button component={Link} to="/licences/licence" size="xs" variant="default">
              New definition
            </Button>
            <Button component={Link} to="/licences/asset" size="xs" variant="default">
              New asset
            </Button>
          </>
        )}
      </div>
      <Text size="sm" c="dimmed" maw="72ch">
        What the licences of models permit, as the registry reads them. This is no legal advice.
      </Text>
      <QueryState query={query} isWaiting={coverage.isPending}>
        {({ licenses, summary, assets }) => (
          <>
            <Section title={`Models and assets: ${formatCount(summary.total_assets)}`}>
              <PermissionShares
                name="Commercial use"
                counts={summary.commercial_use}
                total={summary.total_assets}
              />
              <PermissionShares
                name="Redistribution"
                counts={summary.redistribution}
                total={summary.total_assets}
              />
            </Section>
            <CoverageSection />
            <Section title="Definitions">
              <Definitions licenses={licenses} uses={summary.licenses} />
            </Section>
            <Section title="Assets">
              <Assets assets={assets} />
            </Section>
          </>
        )}
      </QueryState>
    </>
  );
}

const colors: Readonly<Record<Permission, string>> = {
  allowed: 'teal',
  allowed_with_conditions: 'yellow',
  prohibited: 'red',
  unknown: 'gray',
};

/** Shows how many models and assets have each conclusion about a use, in words and as a bar. */
function PermissionShares({
  name,
  counts,
  total,
}: {
  name: string;
  counts: Readonly<Record<string, number>>;
  total: number;
}) {
  const words = permissionKeys.map((key) => `${permissionNames[key]} ${formatCount(counts[key] ?? 0)}`);
  return (
    <div>
      <Text size="sm">
        {name}: {words.join(', ')}
      </Text>
      <Progress.Root size="md" maw="40rem" aria-hidden>
        {permissionKeys.map((key) => (
          <Progress.Section
            key={key}
            value={total === 0 ? 0 : ((counts[key] ?? 0) / total) * 100}
            color={colors[key]}
          />
        ))}
      </Progress.Root>
    </div>
  );
}

function Definitions({
  licenses,
  uses,
}: {
  licenses: readonly License[];
  uses: Readonly<Record<string, number>>;
}) {
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Licence</Table.Th>
            <Table.Th>Commercial use</Table.Th>
            <Table.Th>Redistribution</Table.Th>
            <Table.Th>Used by</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {licenses.map(({ license_id: id, name, commercial_use, redistribution, deprecated }) => (
            <Table.Tr key={id}>
              <Table.Td className={layout.anywhere}>
                <Link to="/licences/licence" search={{ id }} className={layout.link}>
                  <ShownText text={id} />
                </Link>{' '}
                {deprecated && <Tag tone="warn">deprecated</Tag>}
                <Text size="xs" c="dimmed">
                  <ShownText text={name} />
                </Text>
              </Table.Td>
              <Table.Td>{permissionNames[commercial_use]}</Table.Td>
              <Table.Td>{permissionNames[redistribution]}</Table.Td>
              <Table.Td>{plural(ownValue(uses, id) ?? 0, 'model or asset', 'models and assets')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Assets({ assets }: { assets: readonly AssetView[] }) {
  if (assets.length === 0)
    return (
      <Text size="sm" c="dimmed">
        None: models are listed under Browse.
      </Text>
    );
  return (
    <ul className={layout.bullets}>
      {assets.map(({ asset_kind: kind, asset_identifier: identifier, display_name, licensing }) => (
        <li key={`${kind}:${identifier}`} className={layout.anywhere}>
          <Link to="/licences/asset" search={{ kind, identifier }} className={layout.link}>
            <ShownText text={display_name} />
          </Link>{' '}
          ({kind.replaceAll('_', ' ')}): <ShownText text={licensing.license_expression} />
        </li>
      ))}
    </ul>
  );
}
