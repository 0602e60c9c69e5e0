import { PageTabs } from '../../parts/PageTabs.tsx';

const tabs = [
  { to: '/insight', label: 'Overview' },
  { to: '/insight/deletion-risk', label: 'Deletion risk' },
  { to: '/insight/files', label: 'Files' },
];

export function InsightTabs() {
  return <PageTabs label="Insight" tabs={tabs} />;
}
