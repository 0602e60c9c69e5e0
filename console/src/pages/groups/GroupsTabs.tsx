import { PageTabs } from '../../parts/PageTabs.tsx';

const tabs = [
  { to: '/groups', label: 'Groups' },
  { to: '/groups/families', label: 'Families' },
  { to: '/groups/aliases', label: 'Aliases' },
];

/** What can be said about groups of text models. */
export function GroupsTabs() {
  return <PageTabs label="Groups" tabs={tabs} />;
}
