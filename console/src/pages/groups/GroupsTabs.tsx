import { PageTabs } from '../../parts/PageTabs.tsx';

const tabs = [
  { to: '/groups', label: 'Groups' },
  { to: '/groups/families', label: 'Families' },
  { to: '/groups/aliases', label: 'Aliases' },
];

export function GroupsTabs() {
  return <PageTabs label="Groups" tabs={tabs} />;
}
